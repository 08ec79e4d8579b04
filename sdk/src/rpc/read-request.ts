import { rawValueAt } from "../json/json-scan.js";
import type { JsonPath } from "../json/pointer.js";

/**
 * An id as the JSON text that the answer repeats. Text, because a number above 2^53 would be returned with other digits.
 */
export type IdText = string;

export type RpcRequest =
  | { kind: "call"; id: IdText; method: string; params: unknown }
  | { kind: "notification"; method: string; params: unknown }
  | { kind: "invalid"; id: IdText; hint?: string };

/**
 * Reads one member of a batch, or the whole body.
 * @param text of the whole body: it has the digits of an id that a double cannot hold exactly
 * @param path of the value in it
 */
export function readRequest(value: unknown, text: string, path: JsonPath): RpcRequest {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { kind: "invalid", id: "null" };
  const { jsonrpc, method, params, id } = own(value);
  const idText = id === undefined ? undefined : toIdText(id, text, path);
  if (idText === null) {
    return { kind: "invalid", id: "null", hint: "id must be a string, a number or null" };
  }
  if (jsonrpc !== "2.0" || typeof method !== "string") return { kind: "invalid", id: idText ?? "null" };
  if (params !== undefined && (typeof params !== "object" || params === null)) {
    return {
      kind: "invalid",
      id: idText ?? "null",
      hint: "params must be an object or an array, or be left out",
    };
  }
  if (idText === undefined) return { kind: "notification", method, params };
  return { kind: "call", id: idText, method, params };
}

/** Parsed JSON has no inherited members but those of `Object.prototype`, and none of them has one of these names. */
function own(value: object): { jsonrpc?: unknown; method?: unknown; params?: unknown; id?: unknown } {
  return value;
}

/** The id's JSON text; null if the value is not an id (an object, an array, a boolean). */
function toIdText(id: unknown, text: string, path: JsonPath): IdText | null {
  if (typeof id === "string") return JSON.stringify(id);
  if (id === null) return "null";
  if (typeof id !== "number") return null;
  return Number.isSafeInteger(id) ? String(id) : (rawValueAt(text, [...path, "id"]) ?? "null");
}
