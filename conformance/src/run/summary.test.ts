import { expect, test } from "vitest";
import { clauses } from "../clauses/clause.js";
import type { CheckResult, Verdict } from "../types.js";
import { applyBaseline } from "./baseline.js";
import { exitCodeOf, summarise } from "./summary.js";

const result = (id: string, verdict: Verdict, clause = "PLY-JOIN-01"): CheckResult => ({
  id,
  clause: [clause],
  level: "must",
  group: "g",
  title: "t",
  verdict,
  duration_ms: 1,
  transcript: [],
});
const NO_GATES = { expected: new Set<string>(), baselineFaults: [], unreachable: false };
const code = (verdicts: Verdict[], gates: Partial<Parameters<typeof exitCodeOf>[2]> = {}) => {
  const checks = verdicts.map((verdict, i) => result(`c${i}`, verdict));
  return exitCodeOf(checks, summarise(checks, clauses, "player", "canonical"), { ...NO_GATES, ...gates });
};

test("the exit status, as documented on the page", () => {
  expect(code(["pass", "warn", "not-applicable", "not-exercised"])).toBe(0);
  expect(code(["pass", "fail", "harness-error"])).toBe(1);
  expect(code(["not-exercised"], { unreachable: true })).toBe(3);
  expect(code(["pass", "inconclusive"])).toBe(4);
  expect(code(["pass", "harness-error", "inconclusive"])).toBe(5);
});

test("never 0 with zero executed checks", () => {
  expect(code([])).toBe(4);
  expect(code(["not-exercised", "not-applicable"])).toBe(4);
});

test.each(["the run was interrupted (SIGINT)", "the budget of 3 s was too short; a longer one: --budget"])(
  "a run that was cut short does not conform, and fails by what it has found: %s",
  (diagnosis) => {
    const ended = (verdict: Verdict) => {
      const checks = [result("a", verdict), { ...result("b", "not-exercised"), diagnosis }];
      return exitCodeOf(checks, summarise(checks, clauses, "player", "canonical"), NO_GATES);
    };
    expect(ended("pass")).toBe(4);
    expect(ended("fail")).toBe(1);
  },
);

test("coverage counts the exercised MUST clauses of the role and the transport in this wire form", () => {
  const musts = clauses.filter(
    ({ level, role, wires }) =>
      level === "must" &&
      (role === "player" || role === "transport") &&
      (wires.includes("all") || wires.includes("canonical")),
  );
  const all = musts.map(({ id }, i) => result(`c${i}`, "pass", id));
  expect(summarise(all, clauses, "player", "canonical").must_coverage).toBe(100);
  expect(
    summarise(all.slice(0, all.length / 2), clauses, "player", "canonical").must_coverage,
  ).toBeGreaterThan(45);
  expect(summarise([result("c", "not-exercised")], clauses, "player", "canonical").must_coverage).toBe(0);
});

test("coverage leaves out a clause that no check found to apply", () => {
  const [first, second] = clauses.filter(({ level, role }) => level === "must" && role === "player");
  const own = [first, second].filter((one) => one !== undefined);
  const half = (verdict: Verdict) =>
    summarise(
      [result("a", "pass", first?.id), result("b", verdict, second?.id)],
      own.map((one) => ({ ...one, wires: ["all"] as const })),
      "player",
      "canonical",
    ).must_coverage;
  expect(half("not-exercised")).toBe(50);
  expect(half("not-applicable")).toBe(100);
});

test("a baseline excuses what it names, and must not grow stale", () => {
  const checks = [result("a", "fail"), result("b", "pass"), result("c", "fail")];
  const entries = [
    { id: "a", reason: "known" },
    { id: "b", reason: "fixed" },
    { id: "c", reason: "old", expires: "2025-01-01" },
    { id: "d", reason: "gone" },
  ];
  const { expected, faults } = applyBaseline(entries, checks, "2025-06-01");
  expect([...expected]).toEqual(["a"]);
  expect(faults.map((text) => text.match(/\b[bcd]\b/)?.[0])).toEqual(["b", "c", "d"]);
});
