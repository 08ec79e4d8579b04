/** The result of a match as the rules of the game give it (contract 7). */
import { protocol } from "../../contract.js";
import type { JsonObject } from "../../json.js";

export type Parity = "even" | "odd";

export function parityOf(number: number): Parity {
  return number % 2 === 0 ? "even" : "odd";
}

/** The choices of a match, and its number. */
export interface PlayedMatch {
  playerA: string;
  playerB: string;
  choiceA: Parity;
  choiceB: Parity;
  number: number;
}

/** The winner of Even/Odd; undefined for a draw. */
export function winnerOf({ playerA, playerB, choiceA, choiceB, number }: PlayedMatch): string | undefined {
  const right = parityOf(number);
  if ((choiceA === right) === (choiceB === right)) return undefined;
  return choiceA === right ? playerA : playerB;
}

/**
 * The `game_result` of GAME_OVER.
 * @param winner undefined for a draw
 */
export function gameResult(match: PlayedMatch, winner = winnerOf(match)): JsonObject {
  return {
    status: winner === undefined ? "DRAW" : "WIN",
    winner_player_id: winner ?? null,
    drawn_number: match.number,
    number_parity: parityOf(match.number),
    choices: { [match.playerA]: match.choiceA, [match.playerB]: match.choiceB },
    reason: `Number ${match.number} is ${parityOf(match.number)}. ${winner === undefined ? "A draw." : `${winner} wins.`}`,
  };
}

/** The `result` of MATCH_RESULT_REPORT. */
export function reportedResult(match: PlayedMatch): JsonObject {
  const { status, winner_player_id, drawn_number, number_parity, choices, reason } = gameResult(match);
  const { win, draw, loss } = protocol.points;
  const points = (player: string) =>
    winner_player_id === null ? draw : winner_player_id === player ? win : loss;
  return {
    status,
    winner: winner_player_id,
    score: { [match.playerA]: points(match.playerA), [match.playerB]: points(match.playerB) },
    details: { drawn_number, number_parity, choices, reason },
  };
}

// One row of a table of standings that the suite sends.

export interface WinsAndLosses {
  readonly wins?: number;
  readonly draws?: number;
  readonly losses?: number;
}

/** Matches played and points follow from the record. */
export function standing(
  rank: number,
  player_id: string,
  { wins = 0, draws = 0, losses = 0 }: WinsAndLosses = {},
  display_name = player_id,
): JsonObject {
  const points = protocol.points.win * wins + protocol.points.draw * draws + protocol.points.loss * losses;
  return { rank, player_id, display_name, played: wins + draws + losses, wins, draws, losses, points };
}
