import { expect, test } from "vitest";
import { reportOf } from "../../fixtures/report/reports.js";
import { loadChecks } from "../checks/registry.js";
import { loadMutants } from "../mutants/registry.js";
import { firstDifference } from "../report/first-difference.js";
import { explanationsFor } from "./explanations.js";
import { tryMutant, tryReference } from "./trial.js";

const wanted = ["player/join/names-match-and-player", "player/join/accepts"];
const all = await loadChecks();
const mutants = await loadMutants();
const checks = all.filter(({ check }) => wanted.includes(check.id));
const options = { seed: 1, wire: "canonical", checks, transcripts: true } as const;

test("the explanation of a failed check compares it with the reference agent, which differs in the injected fault", async () => {
  const mutant = mutants.find(({ id }) => id === "player:keeps-own-id");
  if (mutant === undefined) throw new Error("the mutant has another name");
  const results = await tryMutant(mutant, "player", options);
  const report = reportOf(1, [...results.values()], { seed: 1 });
  const explained = await explanationsFor(report, checks, mutants);
  const [failed, passed] = wanted.map((id) => explained.get(id));
  expect(failed?.faults.map(({ id }) => id)).toContain("player:keeps-own-id");
  expect(failed?.reference?.verdict).toBe("pass");
  expect(passed?.reference).toBeUndefined();
  const mine = results.get("player/join/names-match-and-player");
  const found = firstDifference(mine?.transcript ?? [], failed?.reference?.transcript ?? [], mine);
  expect(found?.text).toMatch(/^in GAME_JOIN_ACK, \/result\/player_id is "P\d+" from the reference agent/);
});

test("nothing is tried on the reference agent for a report without failures", async () => {
  const results = await tryReference("player", options);
  const explained = await explanationsFor(reportOf(0, [...results.values()]), checks, mutants);
  expect([...explained.keys()].toSorted()).toEqual(wanted.toSorted());
  expect([...explained.values()].every(({ reference }) => reference === undefined)).toBe(true);
});
