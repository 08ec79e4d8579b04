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

// An agent that accepts connections and sends nothing. Each check that its silence has stopped has this as its diagnosis.

const SILENT = "the agent has answered nothing";

export function answeredNothing(messages: number): string {
  return `${SILENT}: ${messages} messages were given their full time, and it has sent no message`;
}

export function isSilent(checks: readonly CheckResult[]): boolean {
  return checks.some(({ diagnosis }) => diagnosis?.includes(SILENT));
}
