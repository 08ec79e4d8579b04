import { describe, expect, test } from "vitest";
import { passing } from "../../fixtures/report/checks.js";
import { HOSTILE } from "../../fixtures/report/hostile.js";
import { reportOf } from "../../fixtures/report/reports.js";
import { createPaint } from "../report/terminal/layout.js";
import type { CheckResult, Report, Verdict } from "../types.js";
import { compareReports, comparisonLines } from "./compare.js";
import { renderComparison } from "./pages.js";

const check = (id: string, verdict: Verdict, more: Partial<CheckResult> = {}): CheckResult => ({
  ...passing,
  id,
  verdict,
  ...more,
});

const report = (verdicts: Record<string, Verdict>): Report =>
  reportOf(
    0,
    Object.entries(verdicts).map(([id, verdict]) => check(id, verdict)),
  );

const plain = createPaint(false);
const lines = (old: Report, now: Report) => comparisonLines(compareReports(old, now), plain);

describe("two reports", () => {
  const old = report({ a: "pass", b: "fail", c: "pass", d: "pass", f: "pass", g: "warn", h: "inconclusive" });
  const now = report({
    a: "fail",
    b: "warn",
    c: "pass",
    e: "pass",
    f: "not-exercised",
    g: "pass",
    h: "pass",
  });

  test("what failed newly, what is fixed, no longer exercised, changed, new and gone", () => {
    expect(lines(old, now)).toEqual([
      "new failures:",
      "  ✘ a: pass → fail",
      "no longer exercised:",
      "  ○ f: pass → not-exercised",
      "fixed:",
      "  ▲ b: fail → warn",
      "  ✔ g: warn → pass",
      "changed:",
      "  ✔ h: inconclusive → pass",
      "only in the newer report:",
      "  ✔ e: pass",
      "only in the older report:",
      "  ✔ d: pass",
      "worse: 1 new failure, 1 no longer exercised, 2 fixed, 1 changed, 1 only in the newer report, 1 only in the older report, 1 unchanged",
    ]);
  });

  test("the page says the same, and an agent's words stay words", () => {
    const hostile = reportOf(1, [check("a", "fail", { diagnosis: HOSTILE, title: HOSTILE })], {
      agent: HOSTILE,
    });
    const page = renderComparison(
      compareReports(report({ a: "pass" }), hostile),
      report({ a: "pass" }),
      hostile,
    );
    expect(page).toContain("<h1>Something is worse</h1>");
    expect(page).toContain("new failures");
    expect(page).not.toMatch(/<(img|script)/);
    expect(page).not.toMatch(/unsafe-inline| style="/);
  });
});

test.each<[string, Verdict, Verdict, boolean]>([
  ["a failure that is new", "pass", "fail", true],
  ["a warning that is new", "pass", "warn", true],
  ["a check that is exercised no more", "pass", "not-exercised", true],
  ["a failure that became a warning", "fail", "warn", false],
  ["a failure that is fixed", "fail", "pass", false],
  ["a failure that is exercised no more", "fail", "not-exercised", false],
  ["a check that is decided now", "not-exercised", "pass", false],
])("%s: whether it is worse", (_name, before, after, worse) => {
  expect(compareReports(report({ a: before }), report({ a: after })).worse).toBe(worse);
});

test("a check that only the newer report has is worse if it fails", () => {
  expect(compareReports(report({}), report({ a: "fail" })).worse).toBe(true);
  expect(compareReports(report({}), report({ a: "pass" })).worse).toBe(false);
});

test("a failure that the baseline excuses is a change, and not worse", () => {
  const excused = reportOf(0, [check("a", "fail", { excused: { reason: "known" } })]);
  const { worse, failures, changed } = compareReports(report({ a: "pass" }), excused);
  expect({ worse, failures, changed: changed.length }).toEqual({ worse: false, failures: [], changed: 1 });
});

test("nothing changed", () => {
  expect(lines(report({ a: "pass" }), report({ a: "pass" }))).toEqual(["not worse: 1 unchanged"]);
});

test("another selection of checks is counted, not listed", () => {
  const many = report(Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`n${index}`, "pass"])));
  expect(lines(many, report({}))).toEqual([
    "must coverage: 87.5 % → 0 %",
    "only in the older report: 40, --html lists them",
    "not worse: 40 only in the older report, 0 unchanged",
  ]);
});
