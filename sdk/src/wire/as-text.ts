import type { JsonObject } from "./types.js";

/**
 * A received value as text, for look-ups and comparisons. An object is a fixed text, because its own `toString` may be no
 * function.
 */
export function asText(value: unknown): string {
  return typeof value === "object" && value !== null ? "[object]" : String(value);
}

/** The value if it is a non-empty text. */
export function nonEmptyText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The first non-empty text among these members. */
export function textAt(object: JsonObject, names: readonly string[]): string | undefined {
  return names.map((name) => nonEmptyText(object[name])).find((text) => text !== undefined);
}
