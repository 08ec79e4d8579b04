import type { CheckResult, Report } from "../types.js";
import { problemOfTheRun } from "./conclusion.js";
import { oneLine, printable } from "./printable.js";
import type { ReportContext } from "./reporter.js";
import { transcriptText } from "./transcript.js";
import { byGroup, caseName, excuseOf, outcomeOf, verdictDisplays } from "./verdicts.js";

/**
 * JUnit XML as Jenkins, GitLab and GitHub actions read it: a suite per group, a case per check. `failure` is a broken
 * MUST, `error` a check that ran without a verdict, `skipped` one that was not exercised, or whose failure the baseline
 * expects; a warning is a passed case with a note.
 */
export function renderJunit(report: Report, context: ReportContext): string {
  const suites = [...byGroup(report.checks)].map(([group, checks]) => suite(report, context, group, checks));
  const problem = problemOfTheRun(report);
  if (problem !== undefined) suites.push(problemSuite(report, problem));
  const counts = countsOf(report.checks);
  const all = {
    ...counts,
    tests: counts.tests + (problem ? 1 : 0),
    errors: counts.errors + (problem ? 1 : 0),
  };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    open("testsuites", { name: `league.v2 ${report.role}`, ...all, time: seconds(report.duration_ms) }),
    ...suites,
    "</testsuites>",
    "",
  ].join("\n");
}

function suite(
  report: Report,
  context: ReportContext,
  group: string,
  checks: readonly CheckResult[],
): string {
  const time = checks.reduce((sum, check) => sum + check.duration_ms, 0);
  const timestamp = report.started_at.replace(/(\.\d+)?(Z|\+00:00)$/, "");
  return [
    `  ${open("testsuite", { name: `${report.role}/${group}`, ...countsOf(checks), time: seconds(time), timestamp })}`,
    ...checks.map((check) => testCase(report, context, check)),
    "  </testsuite>",
  ].join("\n");
}

function testCase(report: Report, context: ReportContext, check: CheckResult): string {
  const name = {
    name: caseName(check),
    classname: `${report.role}.${check.group}`,
    time: seconds(check.duration_ms),
  };
  return [
    `    ${open("testcase", name)}`,
    "      <properties>",
    ...properties(check).map(([key, value]) => `        ${open("property", { name: key, value }, true)}`),
    "      </properties>",
    ...remark(context, check).map((line) => `      ${line}`),
    "    </testcase>",
  ].join("\n");
}

function properties(check: CheckResult): [string, string][] {
  return [
    ["id", check.id],
    ["verdict", check.verdict],
    ["level", check.level],
    ...check.clause.map((id): [string, string] => ["clause", id]),
  ];
}

function remark(context: ReportContext, check: CheckResult): string[] {
  const message = check.diagnosis ?? verdictDisplays[check.verdict].meaning;
  switch (outcomeOf(check)) {
    case "good":
      return [];
    case "remark":
      return [`<system-out>${escapeXml(details(context, check))}</system-out>`];
    case "absent":
      return [open("skipped", { message: `${check.verdict}: ${message}` }, true)];
    case "expected":
      return [
        open("skipped", { message: excuseOf(check) ?? message }, true),
        `<system-out>${escapeXml(details(context, check))}</system-out>`,
      ];
    case "bad": {
      const element = check.verdict === "fail" ? "failure" : "error";
      const opening = open(element, { type: check.clause.join(" ") || check.verdict, message });
      return [`${opening}${escapeXml(details(context, check))}</${element}>`];
    }
  }
}

function details(context: ReportContext, check: CheckResult): string {
  const clauses = check.clause.map((id) => `${id}: ${context.clause(id)?.text ?? "(text not known)"}`);
  const facts = [
    check.diagnosis,
    check.hint === undefined ? undefined : `hint: ${check.hint}`,
    check.expected === undefined ? undefined : `expected: ${check.expected}`,
    check.received === undefined ? undefined : `received: ${check.received}`,
    ...transcriptText(check.transcript),
    check.reproduce === undefined ? undefined : `again: ${check.reproduce.replay}`,
  ];
  return [...clauses, ...facts.filter((fact) => fact !== undefined)].join("\n");
}

function problemSuite(report: Report, problem: string): string {
  return [
    `  ${open("testsuite", { name: `${report.role}/run`, tests: 1, failures: 0, errors: 1, skipped: 0 })}`,
    `    ${open("testcase", { name: "the run", classname: `${report.role}.run`, time: seconds(report.duration_ms) })}`,
    `      ${open("error", { type: `exit status ${report.exit_code}`, message: problem }, true)}`,
    "    </testcase>",
    "  </testsuite>",
  ].join("\n");
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

function open(name: string, attributes: Record<string, string | number>, empty = false): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeXml(oneLine(String(value)))}"`,
  );
  return `<${name}${written.join("")}${empty ? "/" : ""}>`;
}

function escapeXml(text: string): string {
  return printable(text).replace(/[<>&"]/g, (character) => xmlEntities[character] ?? "");
}

const xmlEntities: Readonly<Record<string, string>> = {
  "<": "&lt;",
  ">": "&gt;",
  "&": "&amp;",
  '"': "&quot;",
};
