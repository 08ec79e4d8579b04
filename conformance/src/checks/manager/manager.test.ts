/** The manager's checks tried on the reference manager, on every mutant of it, and on agents that do nothing right. */
import { describe, expect, test } from "vitest";
import { clauses } from "../../clauses/clauses.js";
import { DEGENERATES, type DegenerateName } from "../../degenerate/degenerate.js";
import { sideOf } from "../../mutants/mutant.js";
import { loadMutants } from "../../mutants/registry.js";
import { referenceLasts } from "../../self-test/reference.js";
import { tryDegenerate, tryMutant, tryReference } from "../../self-test/trial.js";
import type { CheckResult } from "../../types.js";
import { loadChecks } from "../registry.js";

const all = (await loadChecks()).filter(({ side }) => side === "manager");
/** Checks that kill the agent and start it again have something to see only where its data outlast it. */
const isExercised = ({ id }: { id: string }) => referenceLasts || !id.includes("/restart/");
const mutants = (await loadMutants()).filter((one) => sideOf(one.id) === "manager");
const options = { seed: 1, wire: "canonical", checks: all };

test("each clause about league managers that can be decided is decided", () => {
  const decided = new Set(all.flatMap(({ check }) => check.decides));
  const open = clauses.filter(
    ({ role, decidable, id }) => role === "manager" && decidable && !decided.has(id),
  );
  expect(open.map(({ id }) => id)).toEqual([]);
});

test("each mutant is named by a check, and each name is a mutant's", () => {
  const named = new Set(all.flatMap(({ check }) => check.kills).filter((id) => sideOf(id) === "manager"));
  expect([...named].toSorted()).toEqual(mutants.map(({ id }) => id).toSorted());
});

test("the reference manager passes every check", async () => {
  const results = [...(await tryReference("manager", options)).values()];
  expect(results.filter((one) => isExercised(one) && one.verdict !== "pass").map(tell)).toEqual([]);
});

describe.each(mutants)("$id", (mutant) => {
  test("is killed by every check that names it", async () => {
    const results = await tryMutant(mutant, "manager", options);
    const missed = all
      .filter(({ check }) => check.kills.includes(mutant.id))
      .flatMap(({ check }) => results.get(check.id) ?? [])
      .filter(isExercised)
      .filter(({ verdict }) => verdict !== "fail" && verdict !== "warn");
    if (process.env.MATRIX !== undefined) printMatrix(mutant.id, results);
    expect(missed.map(tell)).toEqual([]);
  });
});

test.each(Object.keys(DEGENERATES) as DegenerateName[])(
  "the degenerate manager %s passes nothing",
  async (name) => {
    const results = [...(await tryDegenerate("manager", name, options)).values()];
    expect(results.filter(({ verdict }) => verdict === "pass").map(tell)).toEqual([]);
  },
);

function tell({ id, verdict, diagnosis }: CheckResult): string {
  return `${id} ${verdict}: ${diagnosis ?? ""}`;
}

function printMatrix(id: string, results: ReadonlyMap<string, CheckResult>): void {
  const names = (check: string) => all.find((one) => one.check.id === check)?.check.kills.includes(id);
  const lines = [...results.values()].map((one) => `${names(one.id) ? "*" : " "} ${tell(one)}`);
  const telling = lines.filter((line) => / (fail|warn|harness-error|inconclusive):/.test(line));
  const silent = lines.filter((line) => / not-exercised:/.test(line)).length;
  console.log([`## ${id} (${silent} not exercised)`, ...telling].join("\n"));
}
