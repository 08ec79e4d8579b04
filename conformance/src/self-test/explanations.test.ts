import { expect, test } from "vitest";
import { reportOf } from "../../fixtures/report/reports.js";
import { loadChecks } from "../checks/registry.js";
import { roleOf } from "../mutants/mutant.js";
import { loadMutants } from "../mutants/registry.js";
import { firstDifference } from "../report/transcript/first-difference.js";
import { labelOf } from "../report/transcript/transcript.js";
import { explanationsFor } from "./explanations.js";
import { tryMutant, tryReference } from "./trial.js";

const wanted = ["player/join/names-match-and-player", "player/join/accepts"];
const all = await loadChecks();
const mutants = await loadMutants();
const checks = all.filter(({ check }) => wanted.includes(check.id));
const options = { seed: 1, wire: "canonical", checks, transcripts: true } as const;

const tried = (faultId: string, some = checks) => {
  const mutant = mutants.find(({ id }) => id === faultId) ?? expect.fail(`there is no mutant ${faultId}`);
  return tryMutant(mutant, roleOf(mutant), { ...options, checks: some });
};

test("the explanation of a failed check compares it with the reference agent, which differs in the injected fault", async () => {
  const results = await tried("player:keeps-own-id");
  const explained = await explanationsFor(reportOf(1, [...results.values()], { seed: 1 }), checks, mutants);
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

/** Of a long record: the wrong messages, a few before them, and the request that led to them, which is repeated. */
test.each([
  [
    "player/choice/echoes-match",
    "player:choice-for-other-match",
    "CHOOSE_PARITY_CALL",
    ["CHOOSE_PARITY_CALL", "CHOOSE_PARITY_RESPONSE"],
  ],
  [
    "referee/invitation/names-the-match",
    "referee:invites-to-another-round",
    "RUN_MATCH",
    ["GAME_INVITATION", "GAME_JOIN_ACK"],
  ],
])("the report of %s on %s shows and repeats %s", async (id, faultId, cause, last) => {
  const only = all.filter(({ check }) => check.id === id || check.id.endsWith("plays-the-match"));
  const result = (await tried(faultId, only)).get(id) ?? expect.fail(`${id} did not run`);
  const labels = result.transcript.filter(({ kind }) => kind !== "note").map((entry) => labelOf(entry));
  expect(result.verdict).toBe("fail");
  expect(labels).toContain(cause);
  expect(labels.slice(-2)).toEqual(last);
  expect(labels.length).toBeLessThan(9);
  expect(result.reproduce?.curl).toContain(cause);
});
