import type { WireProfile } from "../wire/index.js";

/**
 * `auto` (the default): canonical first, and another form where a peer says that it does not understand.
 * `any`: as `auto`, and the answers of a peer may be in any form, also without a sender; requests keep the rules of their form.
 * A name, or a custom profile: that form first, then as `auto`.
 */
export type WireChoice = "auto" | "any" | (string & {}) | WireProfile;

/** The name of the form in which peers are called whose form is not known. */
export function chosenForm(choice: WireChoice): string {
  const name = typeof choice === "string" ? choice : choice.name;
  return name === "auto" || name === "any" ? "canonical" : name;
}
