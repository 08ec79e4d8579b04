/**
 * Which wording of each clause its checks were written for. When a clause is reworded its hash changes, and its checks
 * are stale until a person has reviewed them and recorded it.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { packageFolder } from "../package-folder.js";
import type { Clause } from "./clause.js";

const FILE = fileURLToPath(new URL("reviewed-clauses.json", packageFolder));

/** The clauses whose checks have not been looked at since it was reworded, or at all. */
export function staleClauses(clauses: readonly Clause[], reviewed = readReviewed()): Clause[] {
  return clauses.filter(({ id, hash }) => reviewed[id] !== hash);
}

/** Records that the checks of these clauses fit their present wording. */
export function acceptClauses(clauses: readonly Clause[], accepted: readonly Clause[]): void {
  writeFileSync(FILE, `${JSON.stringify(withAccepted(clauses, accepted, readReviewed()), undefined, 2)}\n`);
}

/** The reviewed wording of each clause that exists, after these have been accepted. */
export function withAccepted(
  clauses: readonly Clause[],
  accepted: readonly Clause[],
  reviewed: Readonly<Record<string, string>>,
): Record<string, string> {
  const hashes = clauses.flatMap((clause) => {
    const hash = accepted.includes(clause) ? clause.hash : reviewed[clause.id];
    return hash === undefined ? [] : [[clause.id, hash] as const];
  });
  return Object.fromEntries(hashes.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function readReviewed(): Readonly<Record<string, string>> {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, "utf8")) as Record<string, string>) : {};
}
