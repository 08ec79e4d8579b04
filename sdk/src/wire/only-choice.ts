/** Finds a player's choice under an unknown member name. */
import type { JsonObject } from "./types.js";

/** The value of the only member that is a parity; undefined without one, or with several. */
export function onlyChoice(members: JsonObject): string | undefined {
  const choices = Object.values(members).filter(isParity);
  return choices.length === 1 ? choices[0]?.toLowerCase() : undefined;
}

function isParity(value: unknown): value is string {
  return typeof value === "string" && /^(even|odd)$/i.test(value);
}
