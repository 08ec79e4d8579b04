/**
 * The result of a match, which GAME_OVER and the report say in different members: `/status`, `/winner`, `/loser`, `/number`,
 * `/parity`, and `/id` and `/choice` of each side, `/a` and `/b`.
 */
import { protocol } from "../contract.js";
import { isObject, type JsonObject } from "../json.js";
import { parityOf } from "../peers/actors/result.js";

interface Ending {
  status: unknown;
  winner: unknown;
  number: number | null;
  a: Side;
  b: Side;
}

interface Side {
  id: string;
  choice?: unknown;
}

const parity = (number: number | null) => (number === null ? null : parityOf(number));

/** Undefined: the message has none. */
export function resultIn(message: JsonObject): JsonObject | undefined {
  const { message_type, match_id, game_result, result } = message;
  const all = message_type === "GAME_OVER" ? game_result : result;
  const details = message_type === "GAME_OVER" ? game_result : isObject(result) && result.details;
  if (
    !isObject(all) ||
    !isObject(details) ||
    !["GAME_OVER", "MATCH_RESULT_REPORT"].includes(`${message_type}`)
  )
    return undefined;
  const { status, winner_player_id, winner = winner_player_id } = all;
  const choices = isObject(details.choices) ? details.choices : {};
  const number = typeof details.drawn_number === "number" ? details.drawn_number : null;
  // The reference referee names A first; a score names both, also those without a choice.
  const [a = "", b = ""] = Object.keys(isObject(all.score) ? all.score : choices);
  const loser = winner === null ? undefined : [a, b].find((id) => id !== winner);
  const sides = { a: { id: a, choice: choices[a] }, b: { id: b, choice: choices[b] } };
  return { match_id, status, winner, loser, number, parity: parity(number), ...sides };
}

/** The message with another result; parity and points follow from it. */
export function withResult(message: JsonObject, changed: JsonObject): JsonObject {
  const { status, winner, number, a, b } = changed as unknown as Ending;
  const said = [a, b].filter(({ choice }) => choice !== undefined).map(({ id, choice }) => [id, choice]);
  const details = {
    drawn_number: number,
    number_parity: parity(number),
    choices: Object.fromEntries(said) as JsonObject,
  };
  const { game_result, result } = message;
  if (isObject(game_result))
    return { ...message, game_result: { ...game_result, status, winner_player_id: winner, ...details } };
  if (!isObject(result) || !isObject(result.details)) return message;
  const { win, draw, loss } = protocol.points;
  const pointsOf = (id: string) => (status === "DRAW" ? draw : id === winner ? win : loss);
  const score = { [a.id]: pointsOf(a.id), [b.id]: pointsOf(b.id) };
  return {
    ...message,
    result: { ...result, status, winner, score, details: { ...result.details, ...details } },
  };
}
