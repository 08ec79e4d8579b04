/** The one way to write a check; see AUTHORING.md. */
import type { Check } from "./types.js";

/** A check whose kind of bench is known: the file of a player's check exports `PlayerCheck`, and so on. */
export function check<B>(definition: Check<B>): Check<B> {
  const [role, group, name, ...rest] = definition.id.split("/");
  if (role === undefined || group === undefined || name === undefined || rest.length > 0) {
    throw new Error(`the id of a check reads role/group/name, not "${definition.id}"`);
  }
  return definition;
}

export function groupOf(id: string): string {
  return id.split("/")[1] ?? "";
}
