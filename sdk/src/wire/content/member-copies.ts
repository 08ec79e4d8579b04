/**
 * Copies the members of an answer outside the result. The two answers of a match are sent once, and a request in a
 * tolerant form does not show where its sender reads them: in the result, in the HTTP body, or in a tool result.
 */
import { isObject } from "../message/members.js";
import type { JsonObject } from "../message/types.js";

const inMatch: ReadonlySet<string> = new Set(["GAME_JOIN_ACK", "CHOOSE_PARITY_RESPONSE"]);
const ofResponse = ["jsonrpc", "id", "result", "error", "method", "params"];

/** Whether the members of this answer are also sent outside the result. */
export function isCopiedOutsideResult(type: string): boolean {
  return inMatch.has(type);
}

/** Whether the members of this answer are also sent under other names. */
export function hasUsualNames(type: string): boolean {
  return Object.hasOwn(usualNames, type);
}

/** Other names under which agents read the same value. */
const usualNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  GAME_JOIN_ACK: { accepted: "accept", joined: "accept", type: "message_type" },
  CHOOSE_PARITY_RESPONSE: {
    choice: "parity_choice",
    parity: "parity_choice",
    pick: "parity_choice",
    move: "parity_choice",
    decision: "parity_choice",
    type: "message_type",
  },
  LEAGUE_REGISTER_RESPONSE: { agent_id: "player_id", id: "player_id", token: "auth_token" },
  REFEREE_REGISTER_RESPONSE: { agent_id: "referee_id", id: "referee_id", token: "auth_token" },
};
/** Ids of the request that some agents compare, in addition to every member with the id of the match. */
const repeated = ["game_id", "invitation_id"];

/** The answer with copies of its members under other names, and of the additional ids in the request. */
export function withUsualNames(type: string, wire: JsonObject, request: JsonObject): JsonObject {
  const others = Object.entries(usualNames[type] ?? {}).map(([name, of]) => [name, wire[of]] as const);
  const objects = [request, ...Object.values(request).filter(isObject)];
  const isOfMatch = (value: unknown) => typeof value === "string" && value === wire.match_id;
  const ofMatch = objects.flatMap(Object.entries).filter(([, value]) => isOfMatch(value));
  const ids = [...repeated.map((name) => [name, request[name]] as const), ...ofMatch];
  const known = [...others, ...ids].filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(known), ...wire };
}

/** The members of the answer that can be copied outside the result. */
export function membersOutsideResult(answer: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(answer).filter(([name]) => !ofResponse.includes(name)));
}

/** The report with the names that some leagues read in addition, from its result; every other message unchanged. */
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
