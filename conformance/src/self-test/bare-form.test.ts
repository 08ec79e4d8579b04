/** In a form without JSON-RPC the clauses about JSON-RPC do not apply; only the clause about the wire form fails. */
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
