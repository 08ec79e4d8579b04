/** Converts a result that is no object: a choice as text, a boolean, or null. */
import { isObject, type JsonObject } from "../wire/index.js";
import { isInforming } from "./message-effects.js";

/** The answer with an object in place of such a result; any other answer unchanged. */
export function withObjectResult(type: string, body: unknown): unknown {
  if (!isObject(body) || body.jsonrpc === undefined || !Object.hasOwn(body, "result")) return body;
  const result = objectResult(type, body.result);
  return result === undefined ? body : { ...body, result };
}

function objectResult(type: string, result: unknown): JsonObject | undefined {
  if (type === "CHOOSE_PARITY_CALL" && typeof result === "string" && /^(even|odd)$/i.test(result.trim()))
    return { choice: result.trim().toLowerCase() };
  if (type === "GAME_INVITATION" && typeof result === "boolean") return { accept: result };
  return isInforming(type) && (result === null || result === true) ? { status: "received" } : undefined;
}
