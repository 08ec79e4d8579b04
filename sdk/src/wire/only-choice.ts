/** Finds a player's choice under an unknown member name. */
import type { JsonObject } from "./types.js";

/** The only value that is a parity, in any object or list; undefined without one, or with several. */
export function onlyChoice(members: JsonObject): string | undefined {
  const [choice, another] = parities(members, deepest);
  return another === undefined ? choice?.toLowerCase() : undefined;
}

/** The deepest nesting of a choice: `{"choice": {"value": "even"}}` in one more object. */
const deepest = 3;

function parities(value: unknown, depth: number): string[] {
  if (isParity(value)) return [value];
  if (typeof value !== "object" || value === null || depth === 0) return [];
  return Object.values(value).flatMap((one) => parities(one, depth - 1));
}

function isParity(value: unknown): value is string {
  return typeof value === "string" && /^(even|odd)$/i.test(value);
}
