/** The kill matrix: which checks find which fault. */
import type { Role } from "../types.js";
import type { SelfTestOutcome } from "./self-test.js";

/** What `self-test --json` writes. */
export interface KillMatrix {
  schema: 2;
  faults: readonly MatrixRow[];
  /** Of the reference agents, by role and wire form: how many checks have each verdict. */
  references: readonly { role: Role; wire: string; verdicts: Readonly<Record<string, number>> }[];
  complaints: readonly string[];
}

/** A fault in one role. */
export interface MatrixRow {
  id: string;
  role: Role;
  fault: string;
  breaks: readonly string[];
  /** Ids of the checks that find it, with a clause that it breaks. */
  foundBy: readonly string[];
  /** Ids of those that fail for another clause, where they were tried. */
  alsoFoundBy: readonly string[];
  /** The clauses under which no check finds it. */
  open: readonly string[];
}

export function killMatrixOf({ kills, references, complaints }: SelfTestOutcome): KillMatrix {
  const ids = (results: readonly { id: string }[]) => results.map(({ id }) => id);
  return {
    schema: 2,
    faults: kills.map(({ mutant: { id, fault, breaks = [] }, role, foundBy, alsoFailed, open }) => ({
      ...{ id, role, fault, breaks, foundBy: ids(foundBy), alsoFoundBy: ids(alsoFailed), open },
    })),
    references: references.map(({ role, wire, results }) => ({ role, wire, verdicts: tally(results) })),
    complaints,
  };
}

function tally(results: readonly { verdict: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { verdict } of results) counts[verdict] = (counts[verdict] ?? 0) + 1;
  return counts;
}
