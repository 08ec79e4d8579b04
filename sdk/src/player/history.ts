/** A player's history of its matches (contract 9, IS 4.2.6): pure data; the caller stores it. */
import { type GameOverIn, protocolPoints } from "@league-v2/contract";
import type { Parity } from "../game/rules.js";

export type MatchEnd = "win" | "draw" | "loss" | "technical_loss";

/** One finished match from this player's view. */
export interface PlayedMatch {
  /** This player's role in it. */
  readonly player_id: string;
  readonly match_id: string;
  readonly league_id: string | null;
  readonly round_id: number | null;
  readonly opponent_id: string | null;
  readonly end: MatchEnd;
  readonly points: number;
  readonly my_choice: Parity | null;
  readonly opponent_choice: Parity | null;
  readonly drawn_number: number | null;
  readonly reason: string | null;
  /** When the result arrived: RFC 3339, UTC. */
  readonly at: string;
}

/** The sums of a player's matches. */
export interface Statistics {
  readonly played: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  /** The number of losses without a drawn number. */
  readonly technical_losses: number;
  readonly points: number;
}

const noMatches: Statistics = {
  played: 0,
  wins: 0,
  draws: 0,
  losses: 0,
  technical_losses: 0,
  points: 0,
};

/** Adds up matches. */
export function statisticsOf(matches: readonly PlayedMatch[]): Statistics {
  return matches.reduce(add, noMatches);
}

/** Which of the two players it is: some games have different rules for them. */
export type PlayerRole = "PLAYER_A" | "PLAYER_B";

/** The role, league and round of a match, as far as they are known. */
export interface MatchFrame {
  readonly role_in_match: PlayerRole | null;
  readonly league_id: string | null;
  readonly round_id: number | null;
  readonly opponent_id: string | null;
}

/** The result of a match from the view of player `me`. */
export function seenBy(me: string, message: GameOverIn, frame: MatchFrame, at: string): PlayedMatch {
  const { game_result, match_id } = message;
  const choices = new Map(Object.entries(game_result.choices ?? {}));
  const opponent_id = frame.opponent_id ?? [...choices.keys()].find((id) => id !== me) ?? null;
  const end = endFor(me, game_result);
  return {
    player_id: me,
    match_id,
    league_id: frame.league_id,
    round_id: frame.round_id,
    opponent_id,
    end,
    points: pointsFor(end),
    my_choice: choices.get(me) ?? null,
    opponent_choice: (opponent_id === null ? undefined : choices.get(opponent_id)) ?? null,
    drawn_number: game_result.drawn_number ?? null,
    reason: game_result.reason ?? null,
    at,
  };
}

export function add(statistics: Statistics, match: PlayedMatch): Statistics {
  const technical = match.end === "technical_loss";
  return {
    played: statistics.played + 1,
    wins: statistics.wins + (match.end === "win" ? 1 : 0),
    draws: statistics.draws + (match.end === "draw" ? 1 : 0),
    losses: statistics.losses + (match.end === "loss" || technical ? 1 : 0),
    technical_losses: statistics.technical_losses + (technical ? 1 : 0),
    points: statistics.points + match.points,
  };
}

function endFor(me: string, result: GameOverIn["game_result"]): MatchEnd {
  if (result.winner_player_id === me) return "win";
  if (result.status === "DRAW") return "draw";
  return result.status === "TECHNICAL_LOSS" ? "technical_loss" : "loss";
}

function pointsFor(end: MatchEnd): number {
  const { win, draw, loss } = protocolPoints;
  return end === "win" ? win : end === "draw" ? draw : loss;
}
