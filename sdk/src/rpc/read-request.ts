import { isObject } from "../json/parse-json.js";
import { type JsonPath, toPointer } from "../json/pointer.js";

/**
 * An id as the JSON text that the answer repeats. Text, because a number above 2^53 would be returned with other digits.
 */
export type IdText = string;

export type RpcRequest =
  | { kind: "call"; id: IdText; method: string; params: unknown }
  | { kind: "notification"; method: string; params: unknown }
  | { kind: "invalid"; id: IdText; hint?: string | undefined };

/**
 * Reads one member of a batch, or the whole body.
 * @param path of the value in the body
 * @param rawNumberAt a number of the body as it is written, by its JSON Pointer: a double cannot hold every id exactly
 */
export function readRequest(
  value: unknown,
  path: JsonPath,
  rawNumberAt: (pointer: string) => string | undefined,
): RpcRequest {
  if (!isObject(value)) return { kind: "invalid", id: "null" };
  // Parsed JSON has no inherited members but those of `Object.prototype`, and none of them has one of these names.
  const { jsonrpc, method, params, id } = value;
  const idText = id === undefined ? undefined : toIdText(id, () => rawNumberAt(toPointer([...path, "id"])));
  const invalid = (hint?: string): RpcRequest => ({ kind: "invalid", id: idText ?? "null", hint });
  if (idText === null) return invalid("id must be a string, a number or null");
  if (jsonrpc !== "2.0" || typeof method !== "string") return invalid();
  if (params !== undefined && (typeof params !== "object" || params === null))
    return invalid("params must be an object or an array, or be left out");
  if (idText === undefined) return { kind: "notification", method, params };
  return { kind: "call", id: idText, method, params };
}

/** The id's JSON text; null if the value is not an id (an object, an array, a boolean). */
function toIdText(id: unknown, written: () => string | undefined): IdText | null {
  if (typeof id === "string") return JSON.stringify(id);
  if (id === null) return "null";
  if (typeof id !== "number") return null;
  return Number.isSafeInteger(id) ? String(id) : (written() ?? "null");
}
