/** Provides an agent's id while it runs: for logs and files that are named after it. */
import type { Agent, RunningAgent } from "@league-v2/sdk";

export interface Identified<Running extends RunningAgent> {
  readonly agent: Agent<Running>;
  /** Null until the agent is registered. */
  readonly id: () => string | null;
}

/** The same agent, to be connected once. */
export function identified<Running extends RunningAgent>(agent: Agent<Running>): Identified<Running> {
  let running: Running | undefined;
  return {
    agent: {
      role: agent.role,
      connect(agentContext) {
        running = agent.connect(agentContext);
        return running;
      },
    },
    id: () => running?.health().id ?? null,
  };
}
