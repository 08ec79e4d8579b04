/** What the report of a failed rule shows of a long record: the wrong messages, a few before them, and the request. */
import { expect, test } from "vitest";
import { loadChecks } from "../checks/registry.js";
import { loadMutants } from "../mutants/registry.js";
import { labelOf } from "../report/transcript.js";
import type { CheckResult } from "../types.js";
import { tryMutant } from "./trial.js";

const [checks, mutants] = await Promise.all([loadChecks(), loadMutants()]);

async function failed(id: string, faultId: string): Promise<CheckResult> {
  const mutant = mutants.find((one) => one.id === faultId);
  if (mutant === undefined) throw new Error(`there is no mutant ${faultId}`);
  const only = checks.filter(({ check }) => check.id === id || check.id.endsWith("plays-the-match"));
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
  const result = await failed(
    "referee/invitation/names-the-match-throughout",
    "referee:invites-to-another-round",
  );
  expect(labels(result)).toContain("RUN_MATCH");
  expect(labels(result).slice(-2)).toEqual(["GAME_INVITATION", "GAME_JOIN_ACK"]);
  expect(labels(result).length).toBeLessThan(9);
  expect(result.reproduce?.curl).toContain("RUN_MATCH");
});
