/** Creates a player from a name and a strategy; the SDK implements the protocol. */
import type { Agent, AgentContext, RunningAgent } from "../agent/core/agent.js";
import type { PlayerOptions } from "./player-options.js";
import { PlayerSession } from "./session.js";

/** The author writes `choose`; registration, deadlines, history and acknowledgements are built in. */
export function createPlayer(options: PlayerOptions): Agent {
  return {
    role: "player",
    connect: (agentContext: AgentContext): RunningAgent => new PlayerSession(options, agentContext).agent,
  };
}
