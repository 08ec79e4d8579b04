import type { RegisteredCheck } from "../checks/registry.js";
import type { Clause } from "../clauses/clause.js";
import { staleClauses } from "../clauses/reviewed.js";
import { breaksClauseOf, type Mutant } from "../mutants/mutant.js";

export interface Traced {
  checks: readonly RegisteredCheck[];
  mutants: readonly Mutant[];
  clauses: readonly Clause[];
}

/** Clause → check → mutant, without a gap in either direction. */
export function traceComplaints({ checks, mutants, clauses }: Traced): string[] {
  const decided = new Set(checks.flatMap(({ check }) => check.decides));
  const known = new Set(clauses.map(({ id }) => id));
  return [
    ...staleClauses(clauses).map(({ id }) => staleComplaint(id, checks)),
    ...clauses
      .filter(({ id, decidable }) => decidable && !decided.has(id))
      .map(({ id }) => `no check decides ${id}`),
    ...checks.flatMap(({ check }) =>
      check.decides
        .filter((id) => !known.has(id))
        .map(
          (id) =>
            `${check.id} decides ${id}, which is no clause; one that is new in spec/ needs: npm run generate && npm run build`,
        ),
    ),
    ...checks
      .filter(({ check }) => check.decides.length === 0)
      .map(({ check }) => `${check.id} decides nothing`),
    ...checks
      .filter(({ check }) => !mutants.some((mutant) => breaksClauseOf(check, mutant)))
      .map(({ check }) => `no mutant breaks a clause that ${check.id} decides`),
    ...mutants.filter(({ breaks = [] }) => breaks.length === 0).map(({ id }) => `${id} breaks no clause`),
    ...mutants.flatMap(({ id, breaks = [] }) =>
      breaks
        .filter((clause) => !decided.has(clause))
        .map((clause) => `${id} breaks ${clause}, which no check decides`),
    ),
  ];
}

function staleComplaint(id: string, checks: readonly RegisteredCheck[]): string {
  const deciding = checks.filter(({ check }) => check.decides.includes(id)).map(({ check }) => check.id);
  return `${id} is new, or was reworded after its checks were reviewed (${deciding.join(", ") || "none"}); look at them, then run self-test --accept-clauses`;
}
