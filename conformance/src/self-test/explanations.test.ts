import { expect, test } from "vitest";
import { reportOf } from "../../fixtures/report/reports.js";
import { loadChecks } from "../checks/registry.js";
import { loadMutants } from "../mutants/registry.js";
import { firstDifference } from "../report/first-difference.js";
import { labelOf } from "../report/transcript.js";
import type { CheckResult } from "../types.js";
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

// What the report of a failed rule shows of a long record: the wrong messages, a few before them, and the request.

async function failed(id: string, faultId: string): Promise<CheckResult> {
  const mutant = mutants.find((one) => one.id === faultId);
  if (mutant === undefined) throw new Error(`there is no mutant ${faultId}`);
  const only = all.filter(({ check }) => check.id === id || check.id.endsWith("plays-the-match"));
  const role = faultId.slice(0, faultId.indexOf(":")) as "player" | "referee";
  const results = await tryMutant(mutant, role, {
    seed: 1,
    wire: "canonical",
    checks: only,
    transcripts: true,
  });
  const result = results.get(id);
  if (result === undefined) throw new Error(`${id} did not run`);
  return result;
}

const labels = ({ transcript }: CheckResult) =>
  transcript.filter(({ kind }) => kind !== "note").map((entry) => labelOf(entry));

test("a wrong answer is shown with its request, which the report repeats", async () => {
  const result = await failed("player/choice/echoes-match", "player:choice-for-other-match");
  expect(result.verdict).toBe("fail");
  expect(labels(result).slice(-2)).toEqual(["CHOOSE_PARITY_CALL", "CHOOSE_PARITY_RESPONSE"]);
  expect(labels(result).length).toBeLessThan(8);
  const request = result.transcript.findLast(({ kind, to }) => kind === "request" && to === "agent");
  expect(result.reproduce?.curl).toContain(JSON.stringify(request?.json));
  expect(JSON.stringify(request?.json)).toContain("CHOOSE_PARITY_CALL");
});

test("of the agent's own wrong message, the request that led to it is shown too, and repeated", async () => {
  const result = await failed("referee/invitation/names-the-match", "referee:invites-to-another-round");
  expect(labels(result)).toContain("RUN_MATCH");
  expect(labels(result).slice(-2)).toEqual(["GAME_INVITATION", "GAME_JOIN_ACK"]);
  expect(labels(result).length).toBeLessThan(9);
  expect(result.reproduce?.curl).toContain("RUN_MATCH");
});
