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

/** What of the answer can stand beside the result. */
export function membersBeside(answer: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(answer).filter(([name]) => !ofResponse.includes(name)));
}
