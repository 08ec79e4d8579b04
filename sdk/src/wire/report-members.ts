/** Copies the result of a report next to it, for leagues of another form that read it there and report no error if it is absent. */
import { isObject } from "./members.js";
import type { JsonObject } from "./types.js";

/** The names that a report has in addition to the members of the contract. */
export const reportNames: readonly string[] = [
  "player_a_id",
  "player_b_id",
  "winner_id",
  "player_a_result",
  "player_b_result",
];

/** The report with these names, from its result; every other message unchanged. */
export function withReportNames(type: string, message: JsonObject): JsonObject {
  const { result } = message;
  if (type !== "MATCH_RESULT_REPORT" || !isObject(result) || !isObject(result.score)) return message;
  const { winner, status, score } = result;
  const [a, b] = Object.keys(score);
  const resultOf = (id: string | undefined) =>
    status === "DRAW"
      ? "DRAW"
      : id === winner
        ? "WIN"
        : status === "TECHNICAL_LOSS"
          ? "TECHNICAL_LOSS"
          : "LOSS";
  const [player_a_result, player_b_result] = [resultOf(a), resultOf(b)];
  return { player_a_id: a, player_b_id: b, winner_id: winner, player_a_result, player_b_result, ...message };
}
