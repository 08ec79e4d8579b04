/** Converts a result that is no object: a choice as text, a boolean, or null. */
import { replyTypeOf } from "./contract.js";
import { isObject } from "./members.js";
import { fixedStatus } from "./tolerant-reply.js";
import type { JsonObject } from "./types.js";

/** The answer with an object in place of such a result; any other answer unchanged. */
export function withObjectResult(type: string, body: unknown): unknown {
  // A service answers with the value itself; some servers omit the version.
  if (!isObject(body)) return objectResult(type, body) ?? body;
  if (body.message_type !== undefined || !Object.hasOwn(body, "result")) return body;
  const text = textOfTool(body.result);
  const words = text === undefined ? undefined : inWords(type, text);
  if (words !== undefined)
    return { ...body, result: { content: [{ type: "text", text: JSON.stringify(words) }] } };
  const result = objectResult(type, body.result);
  return result === undefined ? body : { ...body, result };
}

/** The words in the result of a tool; undefined for an error, and for a text with a message. */
function textOfTool(result: unknown): string | undefined {
  if (!isObject(result) || result.isError === true || result.structuredContent !== undefined)
    return undefined;
  const first: unknown = Array.isArray(result.content) ? result.content[0] : undefined;
  const text = isObject(first) ? first.text : undefined;
  return typeof text === "string" && !/^\s*[{[]/.test(text) ? text : undefined;
}

const chosen =
  /^\W*(?:(?:i|my|we)?\W*(?:choose|chose|pick|play|choice|parity|answer)\w*\W+(?:is\W+)?)?(even|odd)\W*$/i;
const declined = /declin|reject|refus|\bno\b|\bnot\b|n't|\bfalse\b/i;

/** The answer that the words give; undefined if they give none. */
function inWords(type: string, text: string): JsonObject | undefined {
  if (text.trim() === "" || failed.test(text)) return undefined;
  if (type === "GAME_INVITATION") return { accept: !declined.test(text) };
  const choice = type === "CHOOSE_PARITY_CALL" ? chosen.exec(text)?.[1]?.toLowerCase() : undefined;
  if (choice !== undefined) return { choice };
  return isAcknowledged(type) ? { status: "received" } : undefined;
}

const failed = /\b(?:error|unknown|unsupported|invalid|missing|not found|failed)\b/i;

/** Whether the answer to a message only acknowledges it; a report is repeated until it is acknowledged. */
function isAcknowledged(type: string): boolean {
  return type !== "RUN_MATCH" && fixedStatus.has(replyTypeOf(type) ?? "");
}

function objectResult(type: string, result: unknown): JsonObject | undefined {
  const words = typeof result === "string" ? inWords(type, result) : undefined;
  if (words !== undefined) return words;
  if (type === "GAME_INVITATION" && typeof result === "boolean") return { accept: result };
  const isEmpty = result === null || result === true || result === "";
  return isAcknowledged(type) && isEmpty ? { status: "received" } : undefined;
}
