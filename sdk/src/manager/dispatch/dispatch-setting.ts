/** The tools to assign a match to a referee. */
import type { Clock } from "../../platform/clock.js";
import type { LogEntry } from "../../platform/log.js";
import type { ResultWaiters } from "../results/result-waiters.js";
import type { Roster } from "../store/roster.js";
import type { Pairing } from "../store/schedule.js";
import type { Member, RecordedResult, Recording, Store } from "../store/store.js";
import type { LivenessTracker } from "./liveness-tracker.js";

export interface DispatchSetting {
  readonly store: Store;
  readonly roster: Roster;
  readonly resultWaiters: ResultWaiters;
  readonly liveness: LivenessTracker;
  readonly clock: Clock;
  /** Aborted when the manager is closed. */
  readonly signal: AbortSignal;
  readonly log: (entry: LogEntry) => void;
  /** Sends run_match and resolves with its acknowledgement; `signal` is aborted when it is no longer needed. */
  readonly runMatch: (match: Pairing, referee: Member, signal: AbortSignal) => Promise<unknown>;
  /** Records a result that no referee reported, unless the match already has a result. */
  readonly record: (result: RecordedResult) => Promise<Recording>;
}
