import type { CheckResult, Report } from "../types.js";
import { problemOfTheRun } from "./conclusion.js";
import { oneLine } from "./printable.js";
import type { ReportContext } from "./reporter.js";
import { transcriptText } from "./transcript.js";
import { caseName, excuseOf, outcomeOf, verdictDisplays } from "./verdicts.js";

/**
 * TAP version 14. A warning or an expected failure is `not ok … # TODO` (shown, not counted as a failure), a check that
 * was not exercised is skipped, and a run that ended for a reason outside of its checks bails out.
 */
export function renderTap(report: Report, context: ReportContext): string {
  const problem = problemOfTheRun(report);
  return [
    "TAP version 14",
    `1..${report.checks.length}${report.checks.length === 0 ? " # no check was executed" : ""}`,
    `# league.v2 ${report.role}, wire ${oneLine(report.wire)}, seed ${report.seed}, agent ${oneLine(report.agent)}`,
    ...report.checks.flatMap((check, index) => testPoint(context, check, index + 1)),
    ...(problem === undefined ? [] : [`Bail out! ${oneLine(problem)}`]),
    "",
  ].join("\n");
}

function testPoint(context: ReportContext, check: CheckResult, number: number): string[] {
  const { meaning } = verdictDisplays[check.verdict];
  const outcome = outcomeOf(check);
  const status = outcome === "good" || outcome === "absent" ? "ok" : "not ok";
  const reason = escapeTap(check.diagnosis ?? meaning);
  const directive = {
    good: "",
    bad: "",
    expected: ` # TODO ${escapeTap(excuseOf(check) ?? "")}`,
    absent: ` # SKIP ${check.verdict}: ${reason}`,
    remark: ` # TODO ${check.level.toUpperCase()}, not MUST: ${reason}`,
  }[outcome];
  const point = `${status} ${number} - ${escapeTap(caseName(check))}${directive}`;
  return status === "ok" ? [point] : [point, "  ---", ...diagnostics(context, check), "  ..."];
}

/** A YAML block in which every text is written as JSON, which is valid YAML without further quoting. */
function diagnostics(context: ReportContext, check: CheckResult): string[] {
  const clauses = check.clause.map((id) => `${id}: ${context.clause(id)?.text ?? "(text not known)"}`);
  const facts: [string, string | readonly string[] | undefined][] = [
    ["verdict", check.verdict],
    ["level", check.level],
    ["clause", clauses],
    ["diagnosis", check.diagnosis],
    ["hint", check.hint],
    ["expected", check.expected],
    ["received", check.received],
    ["transcript", transcriptText(check.transcript)],
    ["replay", check.reproduce?.replay],
  ];
  return facts.flatMap(([key, value]) => {
    if (value === undefined || value.length === 0) return [];
    if (typeof value === "string") return [`  ${key}: ${quoted(value)}`];
    return [`  ${key}:`, ...value.map((item) => `    - ${quoted(item)}`)];
  });
}

function quoted(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufffe\uffff]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

function escapeTap(text: string): string {
  return oneLine(text).replace(/[\\#]/g, "\\$&");
}
