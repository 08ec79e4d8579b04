/** What surrounds a league that is played here: who follows it, and what ends it early. */
import type { Follower } from "../league/follow.js";
import type { JsonLog } from "../log/index.js";
import type { CastHooks } from "./cast.js";

export interface PlaySetting {
  readonly hooks?: CastHooks;
  readonly followers?: readonly Follower[];
  readonly log?: JsonLog;
  /** Aborting it ends the league before its time: the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Rejects with the reason when the signal is aborted; never settles otherwise. */
export function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    else signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
