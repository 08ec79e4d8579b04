import type { CheckResult, Report } from "../types.js";
import { outcomeOf, type Tone, verdictDisplays } from "./verdicts.js";

/** The whole run in a few words and one sentence: the same in every format. */
export interface Conclusion {
  headline: string;
  sentence: string;
  tone: Tone;
}

export function conclusionOf(report: Report): Conclusion {
  const executed = report.checks.filter(
    (check) => verdictDisplays[check.verdict].outcome !== "absent",
  ).length;
  switch (report.exit_code) {
    case 0:
      return {
        headline: `conforms${extentOf(report)}`,
        sentence: passedSentence(report, executed),
        tone: "green",
      };
    case 1:
      return { headline: "does not conform", sentence: failedSentence(report), tone: "red" };
    case 2:
      return { headline: "not started", sentence: "The command line could not be understood.", tone: "grey" };
    case 3:
      if (isSilent(report.checks))
        return {
          headline: "agent does not answer",
          sentence: `The agent at ${report.agent} opens its port, and answers no message within its deadline.`,
          tone: "grey",
        };
      return {
        headline: "agent not reached",
        sentence: `The agent at ${report.agent} could not be reached or started.`,
        tone: "grey",
      };
    case 4:
      return { headline: "undecided", sentence: undecidedSentence(report, executed), tone: "yellow" };
    case 5:
      return {
        headline: "suite failed",
        sentence: "The suite itself failed; this run says nothing about the agent.",
        tone: "magenta",
      };
  }
}

/** The note that a run leaves clauses out, because its verdict covers only a part of them. */
function extentOf({ quick, selected }: Report): string {
  if (selected === true) return " (selected checks)";
  return quick === true ? " (quick run)" : "";
}

/**
 * The reason for a non-zero exit status that belongs to no single check (an unreachable agent, a missed gate). Formats
 * with test cases only show it as an additional one, so that an empty run is not shown as a success.
 */
export function problemOfTheRun(report: Report): string | undefined {
  const redCheck = report.checks.some((check) => outcomeOf(check) === "bad");
  return report.exit_code === 0 || redCheck ? undefined : conclusionOf(report).sentence;
}

function passedSentence(report: Report, executed: number): string {
  const remarks = report.summary.warn === 0 ? "" : `, with ${counted(report.summary.warn, "warning")}`;
  const excused = report.checks.filter((check) => outcomeOf(check) === "expected").length;
  const broken = excused === 0 ? "No MUST clause" : "Nothing but what the baseline expects";
  const expected = excused === 0 ? "" : `, with ${counted(excused, "expected failure")}`;
  return `${broken} was broken in ${counted(executed, "executed check")}${expected}${remarks}.`;
}

function failedSentence(report: Report): string {
  const failed = report.checks.filter((check) => check.verdict === "fail" && check.excused === undefined);
  if (failed.length === 0)
    return "No check failed, but a gate of the run (--baseline or --min-coverage) was not met.";
  const clauses = distinctClauses(failed);
  return `${counted(failed.length, "check")} failed, against ${counted(clauses.length, "clause")}: ${few(clauses)}.`;
}

function undecidedSentence(report: Report, executed: number): string {
  if (executed === 0) return "Not one check was executed.";
  const left = cutShort(report.checks);
  if (left.length > 0)
    return `${counted(left.length, "check")} did not run to the end: ${left[0]?.diagnosis}.`;
  return `${counted(report.summary.inconclusive, "check")} could not be decided on this machine.`;
}

function distinctClauses(checks: readonly CheckResult[]): string[] {
  return [...new Set(checks.flatMap((check) => check.clause))];
}

function few(names: readonly string[]): string {
  const shown = names.slice(0, 6).join(", ");
  return names.length > 6 ? `${shown} and ${names.length - 6} more` : shown;
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

// Why a run ended before its checks were through. Each such check has the reason as its diagnosis.

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
