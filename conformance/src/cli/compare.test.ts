import { expect, test } from "vitest";
import { passing } from "../../fixtures/report/checks.js";
import { reportOf } from "../../fixtures/report/reports.js";
import { createPaint } from "../report/terminal/layout.js";
import type { CheckResult, Report, Verdict } from "../types.js";
import { compareReports, comparisonLines } from "./compare.js";

const check = (id: string, verdict: Verdict, more: Partial<CheckResult> = {}): CheckResult => ({
  ...passing,
  id,
  group: id.split("/")[1] ?? "",
  verdict,
  ...more,
});
const report = (verdicts: Record<string, Verdict>, changes: Partial<Report> = {}): Report =>
  reportOf(
    0,
    Object.entries(verdicts).map(([id, verdict]) => check(id, verdict)),
    changes,
  );
const plain = createPaint(false);
const lines = (old: Report, now: Report) => comparisonLines(compareReports(old, now), plain);

test("what failed newly, what is fixed, no longer exercised, changed, new and gone", () => {
  const old = {
    a: "pass",
    b: "fail",
    c: "pass",
    d: "pass",
    f: "pass",
    g: "warn",
    h: "inconclusive",
  } as const;
  const now = {
    a: "fail",
    b: "warn",
    c: "pass",
    e: "pass",
    f: "not-exercised",
    g: "pass",
    h: "pass",
  } as const;
  expect(lines(report(old), report(now))).toEqual([
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
  expect(lines(report({ a: "pass" }), report({ a: "pass" }))).toEqual(["not worse: 1 unchanged"]);
});

test.each<[string, Verdict | undefined, Verdict, boolean]>([
  ["a failure that is new", "pass", "fail", true],
  ["a warning that is new", "pass", "warn", true],
  ["a check that is exercised no more", "pass", "not-exercised", true],
  ["a failure that became a warning", "fail", "warn", false],
  ["a failure that is fixed", "fail", "pass", false],
  ["a failure that is exercised no more", "fail", "not-exercised", false],
  ["a check that is decided now", "not-exercised", "pass", false],
  ["a new check that fails", undefined, "fail", true],
  ["a new check that passes", undefined, "pass", false],
])("%s: whether it is worse", (_name, before, after, worse) => {
  const old = report(before === undefined ? {} : { a: before });
  expect(compareReports(old, report({ a: after })).worse).toBe(worse);
});

test("a failure that the baseline excuses is a change, and not worse", () => {
  const excused = reportOf(0, [check("a", "fail", { excused: { reason: "known" } })]);
  const { worse, sections } = compareReports(report({ a: "pass" }), excused);
  expect({ worse, titles: sections.map(({ title }) => title) }).toEqual({
    worse: false,
    titles: ["changed"],
  });
});

test("another selection of checks is counted, not listed", () => {
  const many = report(Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`n${index}`, "pass"])));
  expect(lines(many, report({}))).toEqual([
    "must coverage: 87.5 % → 0 %",
    "only in the older report: 40",
    "not worse: 40 only in the older report, 0 unchanged",
  ]);
});
