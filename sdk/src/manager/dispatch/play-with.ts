/** One match with one referee: sends the order, and waits for the report as long as it may arrive. */
import { protocol } from "@league-v2/contract";
import { AbortedError, isSilence, LeagueError } from "../../client/errors.js";
import type { Clock } from "../../platform/clock.js";
import type { LogEntry } from "../../platform/log.js";
import type { ResultWaiters, Watch } from "../results/result-waiters.js";
import type { Roster } from "../store/league-cache.js";
import type { Pairing } from "../store/schedule.js";
import type { Member, RecordedResult, Recording, Store } from "../store/store.js";
import type { LivenessTracker } from "./liveness-tracker.js";
import type { Try } from "./referee-choice.js";

/**
 * The match is leased to this referee; the lease ends if there is no result. Rejects when the manager is closed,
 * and then the lease stays.
 * @param ms the time limit for the report, from the acknowledgement on
 */
export async function playWith(
  referee: Member,
  match: Pairing,
  watch: Watch,
  ms: number,
  { liveness, runMatch, signal, store, log }: DispatchSetting,
): Promise<Try> {
  const { match_id } = match;
  // A referee that restarted after its report would treat a late repetition as a new match.
  const asking = new AbortController();
  void watch.settled.then(() => asking.abort(`${match_id} is settled`));
  try {
    await runMatch(match, referee, asking.signal);
    liveness.answered(referee.id);
    for (const id of [referee.id, match.player_A_id, match.player_B_id]) liveness.matched(id);
    if (await watch.within(ms)) return "played";
    signal.throwIfAborted();
    return await failed("failed", `${referee.id} took the match and never reported it`);
  } catch (error) {
    if (error instanceof AbortedError && !signal.aborted) return "played";
    if (error instanceof AbortedError || !(error instanceof LeagueError)) throw error;
    return failed(isSilence(error) ? "silent" : "refused", `${referee.id} does not play: ${error.message}`);
  }

  async function failed(how: "failed" | "silent" | "refused", message: string): Promise<Try> {
    log({ level: "warn", message, match_id });
    if (how !== "refused") suspend(referee, liveness);
    await store.giveBack(match_id, referee.id);
    return how === "silent" ? "silent" : "failed";
  }
}

/** A referee that failed with a match gets no other one until it answers again. */
function suspend({ id }: Member, liveness: LivenessTracker): void {
  for (let miss = 0; miss < protocol.league.suspensionAfterMisses; miss++) liveness.missed(id);
}

/** The tools to assign a match to a referee. */
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
