/** Ids as in the examples of the contract, for peers of a league manager that takes the id from the sender of a registration. */
import type { Target } from "./peer-context.js";

const PREFIXES = { player: "P", referee: "REF" };

/** How many of each a manager's leagues have used. */
const used = new WeakMap<Target, Record<keyof typeof PREFIXES, number>>();

/** P01, P02 and so on, or REF01, none of them twice at one manager. */
export function nextUsualId(manager: Target, role: keyof typeof PREFIXES): string {
  const counts = used.get(manager) ?? { player: 0, referee: 0 };
  used.set(manager, counts);
  counts[role] += 1;
  return `${PREFIXES[role]}${String(counts[role]).padStart(2, "0")}`;
}
