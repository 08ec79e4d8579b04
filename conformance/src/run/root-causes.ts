/** Which failures keep other checks from being exercised: those checks name them, and the report begins with them. */
import type { CheckResult } from "../types.js";

/**
 * A check that was not exercised names the clauses that it needs; here only those stay that another check has found
 * broken, and its diagnosis says which check that is.
 */
export function withRootCauses(checks: readonly CheckResult[]): CheckResult[] {
  const broken = checks.filter(({ verdict }) => verdict === "fail" || verdict === "warn");
  const blocked = checks.map((check) => namingRootCauses(check, broken));
  return blocked.map((check) => {
    const blocks = broken.includes(check) ? blocked.filter((other) => blocksIt(check, other)).length : 0;
    return blocks === 0 ? check : { ...check, blocks };
  });
}

function namingRootCauses(check: CheckResult, broken: readonly CheckResult[]): CheckResult {
  const { blocked_by: needed, ...rest } = check;
  if (needed === undefined) return check;
  const roots = broken.filter((root) => root.clause.some((clause) => needed.includes(clause)));
  if (check.verdict !== "not-exercised" || roots.length === 0) return rest;
  const clauses = needed.filter((clause) => roots.some((root) => root.clause.includes(clause)));
  const names = roots.map(({ id }) => id).join(" and ");
  return { ...rest, blocked_by: clauses, diagnosis: `${check.diagnosis ?? ""}; blocked by ${names}` };
}

function blocksIt(root: CheckResult, { blocked_by = [] }: CheckResult): boolean {
  return root.clause.some((clause) => blocked_by.includes(clause));
}
