import { expect, test } from "vitest";
import { loadChecks } from "../checks/registry.js";
import { clauses } from "../clauses.js";
import { loadMutants } from "../mutants/registry.js";
import { tryMutant } from "../self-test/trial.js";
import type { CheckResult, Verdict } from "../types.js";
import { applyBaseline } from "./baseline.js";
import { withRootCauses } from "./build-report.js";
import { exitCodeOf, summarise } from "./summary.js";

function result(
  id: string,
  verdict: Verdict,
  clause = ["PLY-JOIN-01"],
  more: Partial<CheckResult> = {},
): CheckResult {
  const rest = { level: "must" as const, group: "join", title: id, duration_ms: 0, transcript: [] };
  return { ...rest, id, verdict, clause, ...more };
}

const needsJoin = { diagnosis: "the player did not join", blocked_by: ["PLY-JOIN-01", "PLY-JOIN-02"] };

test("what was not exercised names the check that found the cause, and that check says how much it keeps", () => {
  const [root, blocked, other] = withRootCauses([
    result("player/join/joins-in-time", "fail", ["PLY-JOIN-01"]),
    result("player/choice/in-time", "not-exercised", ["PLY-CHOICE-01"], needsJoin),
    result("player/choice/valid", "fail", ["PLY-CHOICE-02"]),
  ]);
  expect(root?.blocks).toBe(1);
  expect(blocked?.blocked_by).toEqual(["PLY-JOIN-01"]);
  expect(blocked?.diagnosis).toBe("the player did not join; blocked by player/join/joins-in-time");
  expect(other).not.toHaveProperty("blocks");
});

test("nothing is blamed that no check has found broken", () => {
  const [, blocked] = withRootCauses([
    result("player/join/joins-in-time", "inconclusive", ["PLY-JOIN-01"]),
    result("player/choice/in-time", "not-exercised", ["PLY-CHOICE-01"], needsJoin),
  ]);
  expect(blocked).not.toHaveProperty("blocked_by");
  expect(blocked?.diagnosis).toBe("the player did not join");
});

test("a manager that counts rounds from 0 and refuses their reports is blamed for the numbers, and for nothing else", async () => {
  const mutants = await loadMutants();
  const fromZero = mutants.find(({ id }) => id === "manager:refuses-its-round-zero");
  if (fromZero === undefined) throw new Error("there is no such mutant");
  const groups = ["schedule", "rounds", "results", "standings"];
  const checks = (await loadChecks()).filter(
    ({ side, group }) => side === "manager" && groups.includes(group),
  );
  const results = await tryMutant(fromZero, "manager", { checks, seed: 1, wire: "canonical" });
  const judged = withRootCauses([...results.values()]);
  const blamed = judged.filter(({ verdict }) => verdict === "fail" || verdict === "warn");
  expect(blamed.map(({ id }) => id)).toEqual(["manager/schedule/match-ids"]);
  expect(blamed[0]?.blocks).toBeGreaterThan(10);
  const report = judged.find(({ id }) => id === "manager/results/answers-reports");
  expect(report?.diagnosis).toContain("blocked by manager/schedule/match-ids");
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
  const all = musts.map(({ id }, i) => result(`c${i}`, "pass", [id]));
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
      [result("a", "pass", [first?.id ?? ""]), result("b", verdict, [second?.id ?? ""])],
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
