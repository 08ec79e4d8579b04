/** Why a run ended before its checks were through. Each such check has the reason as its diagnosis. */
import type { CheckResult } from "./types.js";

export const INTERRUPTED = "the run was interrupted";
const CUT_SHORT = new RegExp(`^(?:${INTERRUPTED}|the budget of \\d+ s was too short)`);

export function budgetUsedUp(ms: number): string {
  return `the budget of ${Math.round(ms / 1_000)} s was too short; a longer one: --budget`;
}

/** The checks that were left out or stopped for that reason. */
export function cutShort(checks: readonly CheckResult[]): CheckResult[] {
  return checks.filter(
    ({ verdict, diagnosis = "" }) => verdict === "not-exercised" && CUT_SHORT.test(diagnosis),
  );
}
