import type { WireProfile } from "../../wire/index.js";

/**
 * `auto` (the default): canonical first, and another form for a peer that does not support it.
 * `any`: as `auto`, and the answers of a peer may be in any form, also without a sender; requests keep the rules of their form.
 * A name, or a custom profile: that form first, then as `auto`.
 */
export type WireChoice = "auto" | "any" | (string & {}) | WireProfile;

/** The name of the form for peers of unknown form. */
export function chosenForm(choice: WireChoice): string {
  const name = typeof choice === "string" ? choice : choice.name;
  return name === "auto" || name === "any" ? "canonical" : name;
}
