import type { CheckResult, Report } from "../types.js";
import { problemOfTheRun } from "./conclusion.js";
import { element, escapeHtml } from "./html/document.js";
import type { ReportContext } from "./reporter.js";
import { oneLine } from "./text.js";
import { transcriptText } from "./transcript/transcript.js";
import { byGroup, excuseOf, outcomeOf, verdictDisplays } from "./verdicts.js";

/**
 * JUnit XML as Jenkins, GitLab and GitHub actions read it: a suite per group, a case per check. `failure` is a broken
 * MUST, `error` a check that ran without a verdict, `skipped` one that was not exercised, or whose failure the baseline
 * expects; a warning is a passed case with a note.
 */
export function renderJunit(report: Report, context: ReportContext): string {
  const { role, checks, duration_ms } = report;
  const problem = problemOfTheRun(report);
  const suites = [...byGroup(checks)].map(([group, own]) => suite(report, context, group, own));
  if (problem !== undefined) suites.push(problemSuite(report, problem));
  const { tests, failures, errors, skipped } = countsOf(checks);
  const more = problem === undefined ? 0 : 1;
  const counts = { tests: tests + more, failures, errors: errors + more, skipped };
  const all = { name: `league.v2 ${role}`, ...counts, time: seconds(duration_ms) };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xml("testsuites", all, lines(suites))}\n`;
}

function suite(
  { role, started_at }: Report,
  context: ReportContext,
  group: string,
  checks: readonly CheckResult[],
): string {
  const time = seconds(checks.reduce((sum, check) => sum + check.duration_ms, 0));
  const timestamp = started_at.replace(/(\.\d+)?(Z|\+00:00)$/, "");
  const cases = checks.map((check) => {
    const { id, title, verdict, level, clause, duration_ms } = check;
    const facts = [
      ["id", id],
      ["verdict", verdict],
      ["level", level],
      ...clause.map((one) => ["clause", one]),
    ];
    const properties = facts.map(([name = "", value = ""]) => xml("property", { name, value }));
    const name = { name: `${id}: ${title}`, classname: `${role}.${group}`, time: seconds(duration_ms) };
    return xml(
      "testcase",
      name,
      lines([xml("properties", {}, lines(properties)), ...remark(context, check)]),
    );
  });
  return xml("testsuite", { name: `${role}/${group}`, ...countsOf(checks), time, timestamp }, lines(cases));
}

function remark(context: ReportContext, check: CheckResult): string[] {
  const { verdict, clause, diagnosis: message = verdictDisplays[verdict].meaning } = check;
  const output = xml("system-out", {}, details(context, check));
  switch (outcomeOf(check)) {
    case "good":
      return [];
    case "remark":
      return [output];
    case "absent":
      return [xml("skipped", { message: `${verdict}: ${message}` })];
    case "expected":
      return [xml("skipped", { message: excuseOf(check) ?? message }), output];
    case "bad": {
      const about = { type: clause.join(" ") || verdict, message };
      return [xml(verdict === "fail" ? "failure" : "error", about, details(context, check))];
    }
  }
}

function details(context: ReportContext, check: CheckResult): string {
  const { clause, diagnosis, hint, expected, received, transcript, reproduce } = check;
  const facts = { hint, expected, received };
  const text = [
    ...clause.map((id) => `${id}: ${context.clause(id)?.text ?? "(text not known)"}`),
    diagnosis,
    ...Object.entries(facts).map(([name, fact]) => fact && `${name}: ${fact}`),
    ...transcriptText(transcript),
    reproduce && `again: ${reproduce.replay}`,
  ];
  return escapeHtml(text.filter((fact) => fact !== undefined).join("\n"));
}

function problemSuite({ role, duration_ms, exit_code }: Report, problem: string): string {
  const error = xml("error", { type: `exit status ${exit_code}`, message: problem });
  const one = xml(
    "testcase",
    { name: "the run", classname: `${role}.run`, time: seconds(duration_ms) },
    error,
  );
  return xml("testsuite", { name: `${role}/run`, tests: 1, failures: 0, errors: 1, skipped: 0 }, one);
}

function countsOf(checks: readonly CheckResult[]) {
  const count = (matches: (check: CheckResult) => boolean) => checks.filter(matches).length;
  return {
    tests: checks.length,
    failures: count((check) => check.verdict === "fail" && outcomeOf(check) === "bad"),
    errors: count((check) => check.verdict !== "fail" && outcomeOf(check) === "bad"),
    skipped: count((check) => outcomeOf(check) === "absent" || outcomeOf(check) === "expected"),
  };
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

function lines(elements: readonly string[]): string {
  return `\n${elements.join("\n")}\n`;
}

/** What is escaped for HTML is so for XML. */
function xml(name: string, attributes: Readonly<Record<string, string | number>>, content = ""): string {
  const onOneLine = Object.entries(attributes).map(([key, value]) => [key, oneLine(String(value))]);
  return element(name, Object.fromEntries(onOneLine), content);
}
