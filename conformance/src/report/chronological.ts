import type { CheckResult, RunEvent } from "../types.js";

/** The event with its transcripts in the order of their times: a late answer is recorded when it is scheduled. */
export function chronological(event: RunEvent): RunEvent {
  switch (event.type) {
    case "check_finished":
      return { ...event, result: inOrder(event.result) };
    case "run_finished":
      return { ...event, report: { ...event.report, checks: event.report.checks.map(inOrder) } };
    default:
      return event;
  }
}

function inOrder(result: CheckResult): CheckResult {
  return { ...result, transcript: result.transcript.toSorted((a, b) => a.at_ms - b.at_ms) };
}
