import type { CheckResult, Report } from "../types.js";
import { problemOfTheRun } from "./conclusion.js";
import type { ReportContext } from "./reporter.js";
import { transcriptText } from "./transcript.js";
import { epochMs } from "./units.js";
import { byGroup, caseName, excuseOf, type Outcome, outcomeOf } from "./verdicts.js";

type CtrfStatus = "passed" | "failed" | "skipped" | "pending" | "other";

const statuses: Readonly<Record<Outcome, CtrfStatus>> = {
  good: "passed",
  bad: "failed",
  remark: "other",
  absent: "skipped",
  expected: "skipped",
};

/** Common Test Report Format 1.0.0 (ctrf.io). `rawStatus` keeps the verdict. */
export function renderCtrf(report: Report, context: ReportContext): string {
  const start = epochMs(report.started_at) ?? 0;
  const problem = problemOfTheRun(report);
  const tests = report.checks.map((check) => test(report, context, check));
  if (problem !== undefined) tests.push(problemTest(report, problem));
  const count = (status: CtrfStatus) => tests.filter((each) => each.status === status).length;
  const document = {
    reportFormat: "CTRF",
    specVersion: "1.0.0",
    generatedBy: context.tool.name,
    results: {
      tool: context.tool,
      summary: {
        tests: tests.length,
        passed: count("passed"),
        failed: count("failed"),
        pending: 0,
        skipped: count("skipped"),
        other: count("other"),
        suites: byGroup(report.checks).size,
        start,
        stop: start + Math.round(report.duration_ms),
        duration: Math.round(report.duration_ms),
        extra: { exit_code: report.exit_code, must_coverage: report.summary.must_coverage },
      },
      tests,
      environment: {
        appName: report.agent,
        extra: {
          role: report.role,
          wire: report.wire,
          seed: report.seed,
          spec: report.spec,
          machine: report.machine,
        },
      },
    },
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

interface CtrfTest {
  name: string;
  status: CtrfStatus;
  duration: number;
  rawStatus: string;
  suite: string[];
  message?: string;
  trace?: string;
  tags?: string[];
  extra?: Record<string, unknown>;
}

function test(report: Report, context: ReportContext, check: CheckResult): CtrfTest {
  const outcome = outcomeOf(check);
  const message = [excuseOf(check), check.diagnosis].filter((text) => text !== undefined).join("; ");
  return {
    name: caseName(check),
    status: statuses[outcome],
    duration: Math.round(check.duration_ms),
    rawStatus: check.verdict,
    suite: [report.role, check.group],
    ...(message === "" ? {} : { message }),
    ...(outcome === "bad" ? { trace: transcriptText(check.transcript).join("\n") } : {}),
    tags: [check.level, ...check.clause],
    extra: {
      id: check.id,
      clauses: check.clause.map((id) => ({ id, ...context.clause(id) })),
      ...(check.hint === undefined ? {} : { hint: check.hint }),
      ...(check.expected === undefined ? {} : { expected: check.expected }),
      ...(check.received === undefined ? {} : { received: check.received }),
      ...(check.reproduce === undefined ? {} : { reproduce: check.reproduce }),
    },
  };
}

function problemTest(report: Report, problem: string): CtrfTest {
  return {
    name: "the run",
    status: "failed",
    duration: Math.round(report.duration_ms),
    rawStatus: `exit status ${report.exit_code}`,
    suite: [report.role, "run"],
    message: problem,
  };
}
