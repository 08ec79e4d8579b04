import type { Agent, RunningAgent } from "@league-v2/sdk";
import type { JsonLog } from "./json-log.js";
import { observe } from "./observe.js";

/**
 * The same agent with a log.
 * @param id the agent id of its lines, read for each line
 */
export function logged<Running extends RunningAgent>(
  agent: Agent<Running>,
  id: () => string,
  log: JsonLog,
): Agent<Running> {
  if (!log.writes("error")) return agent;
  const observed = log.writes("debug") ? observe(agent) : agent;
  return {
    role: agent.role,
    connect: (agentContext) => observed.connect({ ...agentContext, log: log.for(id) }),
  };
}
