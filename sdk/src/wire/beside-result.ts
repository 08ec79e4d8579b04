/**
 * Answers that decide a match, and come once: nothing in a request of a tolerant form tells where its sender looks for them.
 * So their members stand in the result and beside it: some referees look for a message in the HTTP body itself, and some in the
 * result of a tool instead of its content.
 */
import type { JsonObject } from "./types.js";

const inMatch: ReadonlySet<string> = new Set(["GAME_JOIN_ACK", "CHOOSE_PARITY_RESPONSE"]);
const ofResponse = ["jsonrpc", "id", "result", "error", "method", "params"];

/** Whether an answer of this type is told beside the result, too. */
export function isToldBeside(type: string): boolean {
  return inMatch.has(type);
}

/** Names under which agents look for the same, where their requests do not tell them. */
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

/** What of the answer can stand beside the result. */
export function membersBeside(answer: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(answer).filter(([name]) => !ofResponse.includes(name)));
}
