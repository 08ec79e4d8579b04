import { expect, test } from "vitest";
import { loadChecks } from "../checks/registry.js";
import { loadMutants } from "../mutants/registry.js";
import { tryMutant } from "../self-test/trial.js";
import type { CheckResult, Verdict } from "../types.js";
import { withRootCauses } from "./build-report.js";

function result(
  id: string,
  verdict: Verdict,
  clause: string[],
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
  const checks = (await loadChecks()).filter(({ side }) => side === "manager");
  const results = await tryMutant(fromZero, "manager", { checks, seed: 1, wire: "canonical" });
  const judged = withRootCauses([...results.values()]);
  const blamed = judged.filter(({ verdict }) => verdict === "fail" || verdict === "warn");
  expect(blamed.map(({ id }) => id)).toEqual(["manager/schedule/match-ids"]);
  expect(blamed[0]?.blocks).toBeGreaterThan(20);
  const report = judged.find(({ id }) => id === "manager/results/answers-reports");
  expect(report?.diagnosis).toContain("blocked by manager/schedule/match-ids");
});
