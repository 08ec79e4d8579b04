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

/** Says that the checks of all clauses fit their present wording. */
export function acceptClauses(clauses: readonly Clause[]): void {
  const hashes = Object.fromEntries(
    clauses.map(({ id, hash }) => [id, hash] as const).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
  writeFileSync(FILE, `${JSON.stringify(hashes, undefined, 2)}\n`);
}

function readReviewed(): Readonly<Record<string, string>> {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, "utf8")) as Record<string, string>) : {};
}
