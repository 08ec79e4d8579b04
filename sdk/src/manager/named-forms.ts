/** The wire forms that the user of a league manager has named: for single members, or for all. */

import { canonicalWire } from "../agent/core/wire.js";
import type { WireChoice } from "../agent/core/wire-choice.js";
import type { Member } from "./store.js";

export interface NamedFormsSetting {
  /** For members that registered canonically. */
  readonly wire: WireChoice | undefined;
  /** For single members, by display name. */
  readonly wireFor: Readonly<Record<string, WireChoice>> | undefined;
}

export class NamedForms {
  readonly #forAll: string | undefined;
  readonly #forMember: ReadonlyMap<string, string | undefined>;

  constructor({ wire, wireFor = {} }: NamedFormsSetting) {
    this.#forAll = textOf(wire);
    this.#forMember = new Map(Object.entries(wireFor).map(([name, choice]) => [name, textOf(choice)]));
  }

  /** The form that is configured for this member. */
  only({ display_name }: Member): string | undefined {
    return this.#forMember.get(display_name);
  }

  /** Configured names that no member has. */
  unknownNames(members: readonly Member[]): string[] {
    const registered = new Set(members.map(({ display_name }) => display_name));
    return [...this.#forMember.keys()].filter((name) => !registered.has(name));
  }

  /** The form in which a member is called before its answers show one: a name, or a whole profile as JSON. */
  first(member: Member): string {
    const { wire, learned_wire } = member;
    const registered = wire === canonicalWire.name ? (this.#forAll ?? wire) : wire;
    return this.only(member) ?? learned_wire ?? registered;
  }
}

/** Undefined for a choice that names no form. */
function textOf(choice: WireChoice | undefined): string | undefined {
  if (choice === undefined || choice === "auto" || choice === "any") return undefined;
  return typeof choice === "string" ? choice : JSON.stringify(choice);
}
