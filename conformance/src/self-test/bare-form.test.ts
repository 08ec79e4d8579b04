/** Clauses about JSON-RPC where messages stand alone: they do not apply, and the clause about the wire form is what that costs. */
import { expect, test } from "vitest";
import { loadChecks } from "../checks/registry.js";
import { tryReference } from "./trial.js";

const ofRpc = [
  "transport/id/echoed",
  "transport/id/in-every-answer",
  "transport/response/unknown-method",
  "transport/batch/empty",
  "transport/hostile/method-proto",
];

test.each([
  ["bare", "not-applicable"],
  ["handle-message", "pass"],
])("in the form %s they are %s", async (wire, verdict) => {
  const checks = (await loadChecks()).filter(({ check }) => ofRpc.includes(check.id));
  const results = [...(await tryReference("player", { seed: 1, wire, checks })).values()];
  expect(results.map((one) => `${one.id} ${one.verdict}`).toSorted()).toEqual(
    ofRpc.map((id) => `${id} ${verdict}`).toSorted(),
  );
});
