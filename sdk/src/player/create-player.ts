/** A player: give it a name and a function that chooses; the protocol comes with it. */
import type { Agent, AgentContext, RunningAgent } from "../agent/core/agent.js";
import type { PlayerOptions } from "./player-options.js";
import { PlayerSession } from "./session.js";

/** The author's part of a player is `choose`; registration, deadlines, history and acknowledgements come with it. */
export function createPlayer(options: PlayerOptions): Agent {
  return {
    role: "player",
    connect: (agentContext: AgentContext): RunningAgent => new PlayerSession(options, agentContext).agent,
  };
}
