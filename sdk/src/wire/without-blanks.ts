/** Removes placeholder members of a message: an empty text or 0 as an id, an empty token, empty counts. */
import { isObject } from "./members.js";
import type { JsonObject } from "./types.js";

export function withoutBlanks(message: JsonObject): JsonObject {
  const kept = Object.entries(message)
    .filter(([key, value]) => !isBlank(key, value))
    .map(([key, value]) => [key, isObject(value) ? withoutBlanks(value) : value]);
  return Object.fromEntries(kept);
}

function isBlank(key: string, value: unknown): boolean {
  if (key === "auth_token") return value === "";
  if (key === "your_standings") return isObject(value) && Object.keys(value).length === 0;
  return key.endsWith("_id") && (value === "" || value === 0);
}
