import { isObject } from "../json/is-object.js";
import { type JsonLimits, plainJson } from "../json/plain-json.js";
import type { IdText } from "./read-request.js";

/** One request or notification with its params by name. */
export interface PlainCall {
  /** Null for a notification. */
  readonly id: IdText | null;
  readonly method: string;
  readonly params: object;
}

/** The call, for a body that is a single one; undefined for every other body, which `handleRpc` answers. */
export function readPlainCall(text: string, limits: JsonLimits): PlainCall | undefined {
  const value = plainJson(text, limits);
  if (!isObject(value)) return undefined;
  const { jsonrpc, method, params, id } = value;
  if (jsonrpc !== "2.0" || typeof method !== "string" || !isObject(params)) return undefined;
  if (id === undefined) return { id: null, method, params };
  // The digits of other numbers are taken from the text.
  const isPlainId = typeof id === "string" || id === null || Number.isSafeInteger(id);
  return isPlainId
    ? { id: typeof id === "number" ? `${id}` : JSON.stringify(id), method, params }
    : undefined;
}
