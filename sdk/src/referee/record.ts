/** The referee's permanent record of a match (contract 9). */
import type { StateEntry } from "./match.js";
import type { Outcome } from "./outcome.js";
import type { TranscriptLine } from "./transcript.js";

/** One finished match with its whole transcript. */
export interface MatchRecord {
  readonly league_id: string;
  readonly round_id: number;
  readonly match_id: string;
  readonly game_type: string;
  readonly conversation_id: string;
  readonly player_A_id: string;
  readonly player_B_id: string;
  readonly referee_id: string;
  /** RFC 3339, UTC. */
  readonly started_at: string;
  readonly ended_at: string;
  readonly outcome: Outcome;
  /** Whether the league manager has acknowledged the report. */
  readonly reported: boolean;
  /** The states of the match in their order, with their times. */
  readonly states: readonly StateEntry[];
  readonly transcript: readonly TranscriptLine[];
}
