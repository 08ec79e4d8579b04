/** Joins what several refusals and descriptions state about one member. */
import type { WireMember } from "./schema-members.js";

/** Each member once, at its first place; later statements are added. */
export function mergedMembers(members: readonly WireMember[]): WireMember[] {
  const byPointer = new Map<string, WireMember>();
  for (const one of members) {
    const known = byPointer.get(one.pointer);
    const required = known?.required === true || one.required;
    byPointer.set(one.pointer, known === undefined ? one : { ...one, ...known, required });
  }
  return [...byPointer.values()];
}
