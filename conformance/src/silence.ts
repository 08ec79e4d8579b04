/** An agent that accepts connections and sends nothing. Each check that its silence has stopped has this as its diagnosis. */
import type { CheckResult } from "./types.js";

const SILENT = "the agent has answered nothing";

export function answeredNothing(messages: number): string {
  return `${SILENT}: ${messages} messages were given their full time, and it has sent no message`;
}

export function isSilent(checks: readonly CheckResult[]): boolean {
  return checks.some(({ diagnosis }) => diagnosis?.includes(SILENT));
}
