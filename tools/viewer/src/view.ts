/** The state of a league that the viewer shows at one moment. */
import type { Rank, RecordedResult } from "@league-v2/sdk/store";
import type { AgentCard, MessageAnswered, MessageSent } from "./events.js";

export type LeagueState = "WAITING" | "RUNNING" | "COMPLETE";
export type ProgressState = "SCHEDULED" | "RUNNING" | "FINISHED";

export interface Standing extends Rank {
  /** Ranks won (positive) or lost since the latest completed round before this moment. */
  readonly moved: number;
  /** The latest outcomes, oldest first. */
  readonly form: readonly OutcomeLetter[];
}

/** Win, draw, loss, technical loss. */
export type OutcomeLetter = "W" | "D" | "L" | "T";

/** The matches of a round at one moment. */
export interface RoundMatches {
  readonly round_id: number;
  readonly matches: readonly MatchView[];
  readonly finished: number;
  readonly technical: number;
}

export interface MatchView {
  readonly match_id: string;
  readonly round_id: number;
  readonly player_A_id: string;
  readonly player_B_id: string;
  /** The latest referee with the match; the scheduled one before. */
  readonly referee_id: string;
  readonly state: ProgressState;
  readonly started_at: number | null;
  readonly finished_at: number | null;
  /** How often the match was leased to a referee. */
  readonly starts: number;
  readonly result: RecordedResult | null;
}

export interface AgentView extends AgentCard {
  readonly health: "unknown" | "answers" | "fails";
  /** The latest failure; null while the agent answers. */
  readonly trouble: string | null;
  readonly received: number;
  readonly sent: number;
  readonly failures: number;
}

/** One request with its answer, if there is one. */
export interface Exchange {
  readonly sent: MessageSent & { readonly at: number };
  readonly answer: (MessageAnswered & { readonly at: number }) | null;
  /** Ids of the agents; for unknown agents their names or addresses. */
  readonly from: string;
  readonly to: string;
  /** From 1; more for a repetition of the same message. */
  readonly attempt: number;
}
