/** A referee's durable data: accepted matches, and outcomes that may not be delivered yet. */
import type { Trace } from "../agent/core/trace.js";
import { type Assignment, readAssignment } from "./match/assignment.js";
import type { StateEntry } from "./match/match.js";
import type { Outcome } from "./match/outcome.js";
import type { TranscriptLine } from "./match/transcript.js";

/** Plain data, without tokens. */
export interface TakenMatch {
  readonly league_id: string;
  readonly round_id: number;
  readonly match_id: string;
  readonly game_type: string;
  readonly player_A_id: string;
  readonly player_A_endpoint: string;
  readonly player_B_id: string;
  readonly player_B_endpoint: string;
  /** Milliseconds since the epoch. */
  readonly taken_at: number;
  readonly trace?: Trace | undefined;
}

/** A played match whose result may not be delivered yet. */
export interface FinishedMatch extends TakenMatch {
  readonly conversation_id: string;
  /** RFC 3339, UTC. */
  readonly started_at: string;
  readonly outcome: Outcome;
  readonly states: readonly StateEntry[];
  readonly transcript: readonly TranscriptLine[];
}

/**
 * A match is stored before its run_match is acknowledged, and its outcome is stored before it is sent. After a restart, a
 * referee replays unfinished matches and reports finished ones: no match gets two outcomes.
 */
export interface MatchJournal {
  /** The matches of an earlier run. */
  load(): Promise<readonly (TakenMatch | FinishedMatch)[]>;
  /** Replaces the stored data of the same match. Resolves when the data is durable. */
  keep(match: TakenMatch | FinishedMatch): Promise<void>;
  /** Removes a match whose report the league manager has answered. */
  remove(match: Pick<TakenMatch, "league_id" | "match_id">): Promise<void>;
  /** Removes all matches of an earlier membership, which do not concern this league. */
  clear(): Promise<void>;
}

export function isFinished(match: TakenMatch | FinishedMatch): match is FinishedMatch {
  return "outcome" in match;
}

export function takenMatch(
  { league_id, round_id, match_id, game_type, contestants, trace }: Assignment,
  taken_at: number,
): TakenMatch {
  const [a, b] = contestants;
  return {
    league_id,
    round_id,
    match_id,
    game_type,
    player_A_id: a.id,
    player_A_endpoint: a.endpoint,
    player_B_id: b.id,
    player_B_endpoint: b.endpoint,
    taken_at,
    trace,
  };
}

export function assignmentOf(match: TakenMatch): Assignment {
  return readAssignment(match, match, match.trace);
}

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
