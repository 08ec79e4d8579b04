/** The verdict for choice words that a run has tried, and for those that it has not. */
import { expect, test } from "vitest";
import { tryReference } from "../../self-test/trial.js";
import { loadChecks } from "../registry.js";

test("the report ends with the probability that a word which is taken for a choice is found", async () => {
  const id = "referee/choice/ignores-nonsense";
  const checks = (await loadChecks()).filter(({ check }) => check.id === id);
  const results = await tryReference("referee", { seed: 1, wire: "canonical", checks, transcripts: true });
  expect(results.get(id)?.transcript?.at(-1)?.note).toMatch(
    /^(\d+) of \1 wrong choices were tried: .* with a probability of 100 %$/,
  );
});
