/**
 * Answers that decide a match, and are sent once: a request of a tolerant form does not show where its sender reads them.
 * So their members are in the result and next to it: some referees read a message from the HTTP body itself, and some from the
 * result of a tool instead of its content.
 */
import type { JsonObject } from "./types.js";

const inMatch: ReadonlySet<string> = new Set(["GAME_JOIN_ACK", "CHOOSE_PARITY_RESPONSE"]);
const ofResponse = ["jsonrpc", "id", "result", "error", "method", "params"];

/** Whether an answer of this type is also sent next to the result. */
export function isToldBeside(type: string): boolean {
  return inMatch.has(type);
}

/** Other names under which agents read the same value, if their requests do not show them. */
const usualNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  GAME_JOIN_ACK: { accepted: "accept", type: "message_type" },
  CHOOSE_PARITY_RESPONSE: { choice: "parity_choice", type: "message_type" },
};
/** Ids of the request that some agents compare. */
const repeated = ["game_id", "invitation_id"];

/** The answer with its members under their usual other names, and with the ids that the request has besides. */
export function withUsualNames(type: string, wire: JsonObject, request: JsonObject): JsonObject {
  const others = Object.entries(usualNames[type] ?? {}).map(([name, of]) => [name, wire[of]] as const);
  const ids = repeated.map((name) => [name, request[name]] as const);
  const known = [...others, ...ids].filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(known), ...wire };
}

/** The members of the answer that can be placed next to the result. */
export function membersBeside(answer: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(answer).filter(([name]) => !ofResponse.includes(name)));
}
