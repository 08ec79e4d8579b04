import { expect, test } from "vitest";
import type { CheckResult, Report, Verdict } from "../types.js";
import { compareReports } from "./compare.js";

function report(verdicts: Record<string, Verdict>): Report {
  const checks = Object.entries(verdicts).map(
    ([id, verdict]): CheckResult => ({
      id,
      clause: [],
      level: "must",
      group: "g",
      title: "t",
      verdict,
      duration_ms: 1,
      transcript: [],
    }),
  );
  const summary = {
    pass: 0,
    fail: 0,
    warn: 0,
    not_applicable: 0,
    not_exercised: 0,
    inconclusive: 0,
    harness_error: 0,
    must_coverage: 50,
  };
  const spec = { name: "league.v2", version: "2.0.0", hash: "h" };
  return {
    schema: "s",
    spec,
    role: "player",
    wire: "canonical",
    agent: "a",
    seed: 1,
    started_at: "",
    duration_ms: 1,
    machine: { timing_margin_ms: 1, instances_started: 1 },
    summary,
    checks,
    exit_code: 0,
  };
}

test("what became worse, better, new and gone", () => {
  const { lines, worse } = compareReports(
    report({ a: "pass", b: "fail", c: "pass", d: "pass" }),
    report({ a: "fail", b: "warn", c: "pass", e: "pass" }),
  );
  expect(worse).toBe(true);
  expect(lines).toEqual([
    "worse:",
    "  a: pass → fail",
    "better:",
    "  b: fail → warn",
    "new:",
    "  e: pass",
    "gone:",
    "  d: was pass",
    "1 worse, 1 better, 1 unchanged, 1 new, 1 gone",
  ]);
});

test("nothing changed", () => {
  expect(compareReports(report({ a: "pass" }), report({ a: "pass" }))).toEqual({
    lines: ["0 worse, 0 better, 1 unchanged, 0 new, 0 gone"],
    worse: false,
  });
});
