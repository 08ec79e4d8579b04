/** A result that is no object: the choice alone, a yes or a no, or nothing at all. */
import { isObject, type JsonObject } from "../wire/index.js";
import { isInforming } from "./message-effects.js";

/** The answer with an object in place of such a result; every other answer as it is. */
export function withObjectResult(type: string, body: unknown): unknown {
  if (!isObject(body) || body.jsonrpc === undefined || !Object.hasOwn(body, "result")) return body;
  const meant = meaning(type, body.result);
  return meant === undefined ? body : { ...body, result: meant };
}

function meaning(type: string, result: unknown): JsonObject | undefined {
  if (type === "CHOOSE_PARITY_CALL" && typeof result === "string" && /^(even|odd)$/i.test(result.trim()))
    return { choice: result.trim().toLowerCase() };
  if (type === "GAME_INVITATION" && typeof result === "boolean") return { accept: result };
  return isInforming(type) && (result === null || result === true) ? { status: "received" } : undefined;
}
