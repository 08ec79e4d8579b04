/** The kill matrix: which checks find which fault. */
import type { RegisteredCheck } from "../checks/registry.js";
import { type Mutant, rolesOf } from "../mutants/mutant.js";
import type { Role } from "../types.js";
import type { SelfTestOutcome } from "./self-test.js";

/** What `self-test --json` writes. */
export interface KillMatrix {
  schema: 1;
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
  /** Ids of the checks that name it and find it. */
  foundBy: readonly string[];
  /** Ids of those that name it and do not. */
  missedBy: readonly string[];
  /** Ids of others that find it, where they were tried. */
  alsoFoundBy: readonly string[];
}

export function killMatrixOf({ kills, references, complaints }: SelfTestOutcome): KillMatrix {
  const ids = (results: readonly { id: string }[]) => results.map(({ id }) => id);
  return {
    schema: 1,
    faults: kills.map(({ mutant, role, killedBy, missedBy, alsoFailed }) => ({
      ...aboutFault(mutant, role),
      ...{ foundBy: ids(killedBy), missedBy: ids(missedBy), alsoFoundBy: ids(alsoFailed) },
    })),
    references: references.map(({ role, wire, results }) => ({ role, wire, verdicts: tally(results) })),
    complaints,
  };
}

/** The rows as the self-test of every gate finds them: each fault is found by the checks that name it. */
export function expectedRows(checks: readonly RegisteredCheck[], mutants: readonly Mutant[]): MatrixRow[] {
  return mutants.flatMap((mutant) =>
    rolesOf(mutant).map((role) => {
      const naming = checks.filter(
        ({ check, side }) => check.kills.includes(mutant.id) && (side === role || side === "transport"),
      );
      const foundBy = naming.map(({ check }) => check.id);
      return { ...aboutFault(mutant, role), foundBy, missedBy: [], alsoFoundBy: [] };
    }),
  );
}

function aboutFault({ id, fault, breaks = [] }: Mutant, role: Role) {
  return { id, role, fault, breaks };
}

function tally(results: readonly { verdict: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { verdict } of results) counts[verdict] = (counts[verdict] ?? 0) + 1;
  return counts;
}
