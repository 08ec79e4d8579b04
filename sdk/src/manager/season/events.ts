/** The events of a league, for code that shows or stores them: progress lines, exports, tests. */
import type { Pairing, Round } from "../store/schedule.js";
import type { Rank } from "../store/standings.js";
import type { Member, RecordedResult } from "../store/store.js";

/** The result of a complete league. */
export interface LeagueEnd {
  readonly league_id: string;
  readonly total_rounds: number;
  readonly total_matches: number;
  readonly champion: { readonly player_id: string; readonly display_name: string; readonly points: number };
  readonly standings: readonly Rank[];
}

/** An event of a league, in the order in which it happens. */
export type LeagueEvent =
  | { readonly type: "member_registered"; readonly member: Member }
  | {
      readonly type: "league_started";
      readonly rounds: readonly Round[];
      readonly members: readonly Member[];
    }
  | {
      /** Instead of `league_started` if this manager did not start the league: after a restart, or as one of several. */
      readonly type: "league_resumed";
      readonly rounds: readonly Round[];
      readonly members: readonly Member[];
      readonly completed_round: number | null;
    }
  | { readonly type: "round_announced"; readonly round: Round }
  | { readonly type: "match_started"; readonly match: Pairing; readonly referee_id: string }
  | { readonly type: "result_recorded"; readonly result: RecordedResult }
  | { readonly type: "round_completed"; readonly round: Round; readonly standings: readonly Rank[] }
  | { readonly type: "league_completed"; readonly end: LeagueEnd };
