import type { Agent } from "../agent/core/agent.js";
import { allowHosts, guardedTransport } from "../domain/endpoint-policy.js";
import type { RefereeOptions } from "./referee-options.js";
import { RefereeSession } from "./session.js";

/** Creates a referee, which runs the matches that a league manager assigns to it, several at once. */
export function createReferee(options: RefereeOptions): Agent {
  const { endpoints = allowHosts() } = options;
  return {
    role: "referee",
    connect: (agentContext) => {
      const transport = guardedTransport(agentContext.transport, endpoints);
      return new RefereeSession(options, { ...agentContext, transport }).agent;
    },
  };
}
