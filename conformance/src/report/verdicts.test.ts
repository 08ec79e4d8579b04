import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { clause } from "../../fixtures/report/clauses.js";
import { reports } from "../../fixtures/report/reports.js";
import type { Verdict } from "../types.js";
import { conclusionOf, problemOfTheRun } from "./conclusion.js";
import { renderJunit } from "./junit.js";
import { verdictDisplays, verdictsBySeverity, worstFirst } from "./verdicts.js";

const context = { tool: { name: "league-conformance", version: "1.0.0" }, clause };

test("pin: the outcome of each verdict for a build", () => {
  const outcomes = Object.fromEntries(
    Object.entries(verdictDisplays).map(([verdict, face]) => [verdict, face.outcome]),
  );
  expect(outcomes).toEqual({
    pass: "good",
    fail: "bad",
    warn: "remark",
    "not-applicable": "absent",
    "not-exercised": "absent",
    inconclusive: "bad",
    "harness-error": "bad",
  });
});

test("every verdict has a place in the order of severity", () => {
  expect([...verdictsBySeverity].sort()).toEqual(Object.keys(verdictDisplays).sort());
  expect(worstFirst(reports.everyVerdict.checks).map((check) => check.verdict)).toEqual(verdictsBySeverity);
});

test("a failure in every message comes first, then the one that blocks most other checks", () => {
  const [check] = reports.fails.checks;
  if (check === undefined) throw new Error("this report has no check");
  const order = worstFirst([
    { ...check, id: "alone", verdict: "fail" },
    { ...check, id: "blocks", verdict: "fail", blocks: 7 },
    { ...check, id: "everywhere", verdict: "fail", everywhere: true },
    { ...check, id: "warns", verdict: "warn", everywhere: true },
  ]);
  expect(order.map(({ id }) => id)).toEqual(["everywhere", "blocks", "alone", "warns"]);
});

test.each(Object.entries(reports))("JUnit reports a failure if and only if %s failed", (_kind, report) => {
  const bad = report.exit_code !== 0;
  const junit = renderJunit(report, context);
  expect(/<(failure|error) /.test(junit)).toBe(bad);
  expect(/<testsuites [^>]*failures="0" errors="0"/.test(junit)).toBe(!bad);
});

test("a run without checks has a problem of the run, a run with a failed check has none", () => {
  expect(problemOfTheRun(reports.nothingExecuted)).toBe("Not one check was executed.");
  expect(problemOfTheRun(reports.unreachable)).toMatch(/could not be reached/);
  expect(problemOfTheRun(reports.gateNotMet)).toMatch(/--min-coverage/);
  expect(problemOfTheRun(reports.fails)).toBeUndefined();
});

test("docs/verdicts.md agrees with the code", () => {
  const page = readFileSync(new URL("../../docs/verdicts.md", import.meta.url), "utf8");
  for (const verdict of Object.keys(verdictDisplays) as Verdict[]) {
    expect(page).toContain(`| \`${verdict}\` | ${verdictDisplays[verdict].meaning} |`);
  }
});

// Every format shows a failure that the baseline expects, and none as a failed test.

const report = reports.excused;
const WHY = "expected to fail, until 2999-01-01: We answer with our own ids (https://t.example/1)";

test("JUnit reports an expected failure as skipped, with the reason", () => {
  const xml = renderJunit(report, context);
  expect(xml).toContain(`<skipped message="${WHY}"/>`);
  expect(xml).toMatch(/<testsuites [^>]*failures="0" errors="0" skipped="1"/);
  expect(xml).not.toContain("<failure");
  expect(xml).toContain('<property name="verdict" value="fail"/>');
});

test("the conclusion names the expected failures", () => {
  expect(conclusionOf(report).sentence).toMatch(
    /^Nothing but what the baseline expects .* 1 expected failure/,
  );
});

test("without the baseline entry it is a failure", () => {
  const plain = { ...report, checks: report.checks.map(({ excused: _, ...check }) => check) };
  expect(renderJunit(plain, context)).toContain("<failure");
});
