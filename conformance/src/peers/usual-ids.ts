/** Ids as in the examples of the contract, for peers of a league manager that takes the id from the sender of a registration. */
import type { Target } from "./peer-context.js";

const PREFIXES = { player: "P", referee: "REF" };

/** P01, P02 and so on, and REF01, none of them twice at one manager. */
export class UsualIds {
  private readonly used = { player: 0, referee: 0 };

  next(role: keyof typeof PREFIXES): string {
    this.used[role] += 1;
    return `${PREFIXES[role]}${String(this.used[role]).padStart(2, "0")}`;
  }
}

/** A league manager, in whose leagues the suite's agents may need such ids. */
export interface ManagerTarget extends Target {
  readonly usualIds: UsualIds;
}
