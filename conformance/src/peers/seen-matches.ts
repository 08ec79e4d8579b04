/** All matches of a referee under test, and all leagues of a manager under test, in the whole run. */
import type { Unusual } from "../types.js";
import type { LeagueObservation } from "./league-observation.js";
import type { MatchObservation } from "./match-observation.js";

/** One match of a referee under test. */
export interface SeenMatch {
  /** The check for which it was played. */
  readonly check: string;
  /** What was unusual while that check ran. */
  readonly unusual: Unusual | undefined;
  /** The token of the referee that played it; undefined where it has registered nowhere. */
  readonly token: string | undefined;
  /** When its referee was killed and restarted: later messages may be repetitions. */
  restarted_ms(): number;
  /** The observation at the time of the call. */
  observe(): MatchObservation;
}

/** One league of a manager under test. */
export interface SeenLeague {
  observe(): LeagueObservation;
}

/** In the order in which they began. */
export interface SeenInRun {
  readonly matches: SeenMatch[];
  readonly leagues: SeenLeague[];
}
