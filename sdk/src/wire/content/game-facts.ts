/**
 * Derives members that some forms omit: the status from the winner, the points from the status, the parity from the
 * number (contract 6 and 7), so that no profile has to.
 */
import { protocol } from "@league-v2/contract";
import { isObject } from "../message/members.js";
import type { JsonObject, Variables } from "../message/types.js";
import { isDrawWord } from "./match-report.js";

/** Variables derived from a canonical message, for the rules of a profile. */
export function derived(message: JsonObject, variables: Variables): Variables {
  const result = isObject(message.game_result) ? message.game_result : message.result;
  if (!isObject(result)) return variables;
  const winner = result.winner_player_id ?? result.winner ?? null;
  const [first, second] = isObject(result.score) ? Object.keys(result.score) : [];
  const { player_a = first, player_b = second } = variables;
  return { ...variables, player_a, player_b, winner_or_draw: result.status === "DRAW" ? "draw" : winner };
}

/** The message with its derivable members. Present members are not changed, except words for the winner. */
export function completed(type: string | undefined, message: JsonObject, variables: Variables): JsonObject {
  if (type === "GAME_OVER" && isObject(message.game_result)) completeResult(message.game_result, variables);
  if (type === "MATCH_RESULT_REPORT" && isObject(message.result)) completeReport(message.result, variables);
  return message;
}

function completeResult(result: JsonObject, variables: Variables): void {
  const word = result.winner_player_id;
  result.winner_player_id = winnerId(word, variables);
  result.drawn_number ??= null;
  result.choices ??= {};
  result.number_parity ??= parityOf(result.drawn_number);
  result.status ??= statusOf(word, result.winner_player_id, result.drawn_number);
  result.reason ??= "";
}

function completeReport(result: JsonObject, variables: Variables): void {
  const word = result.winner;
  const winner = winnerId(word, variables);
  result.winner = winner;
  const details = isObject(result.details) ? result.details : {};
  result.details = details;
  details.drawn_number ??= null;
  details.choices ??= {};
  if (result.score !== undefined) return;
  const { player_a, player_b } = variables;
  if (typeof player_a !== "string" || typeof player_b !== "string") return;
  const isDraw = isDrawWord(word);
  result.status ??= winner !== null ? "WIN" : isDraw ? "DRAW" : "TECHNICAL_LOSS";
  result.score = scoreOf([player_a, player_b], winner, isDraw);
}

/** The points of the contract. */
export function scoreOf(players: readonly string[], winner: unknown, isDraw: boolean): JsonObject {
  const { win, draw, loss } = protocol.points;
  return Object.fromEntries(players.map((id) => [id, isDraw ? draw : id === winner ? win : loss]));
}

function winnerId(word: unknown, { player_a, player_b }: Variables): unknown {
  if (typeof word !== "string") return word ?? null;
  if (isDrawWord(word)) return null;
  const role = word.toUpperCase();
  if (role === "PLAYER_A") return player_a ?? word;
  if (role === "PLAYER_B") return player_b ?? word;
  return word;
}

function statusOf(word: unknown, winner: unknown, drawn: unknown): string {
  if (isDrawWord(word)) return "DRAW";
  if (drawn === null) return "TECHNICAL_LOSS";
  return winner === null ? "DRAW" : "WIN";
}

/** The parity of a drawn number; null without one. */
export function parityOf(drawn: unknown): "even" | "odd" | null {
  if (typeof drawn !== "number") return null;
  return drawn % 2 === 0 ? "even" : "odd";
}
