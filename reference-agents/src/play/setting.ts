/** The setting of a league that is played in this process: its listeners, and its stop signal. */
import type { Agent, RunningAgent } from "@league-v2/sdk";
import type { LeagueListener } from "../league/follow.js";
import { type JsonLog, logged } from "../log/index.js";
import type { AgentHooks } from "./agents.js";

export interface PlaySetting {
  readonly hooks?: AgentHooks;
  readonly listeners?: readonly LeagueListener[];
  readonly log?: JsonLog;
  /** Wraps each agent to observe it; the behaviour of the agent must not change. */
  readonly observe?: <Running extends RunningAgent>(agent: Agent<Running>) => Agent<Running>;
  /** Aborting it ends the league early: the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/**
 * An agent of the league with its log and its other listeners.
 * @param id the agent id of its log lines
 */
export function prepared<Running extends RunningAgent>(
  agent: Agent<Running>,
  id: () => string,
  { log, observe }: PlaySetting,
): Agent<Running> {
  const observed = observe === undefined ? agent : observe(agent);
  return log === undefined ? observed : logged(observed, id, log);
}

/** Rejects with the reason when the signal is aborted; never settles otherwise. */
export function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    else signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
