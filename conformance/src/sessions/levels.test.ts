/** A session fails nothing for a lapse of a SHOULD: it warns against that clause. */
import { expect, test } from "vitest";
import { loadChecks } from "../checks/registry.js";
import { loadMutants } from "../mutants/registry.js";
import { tryMutant } from "../self-test/trial.js";

const checks = (await loadChecks()).filter(({ check }) => check.id === "referee/session/keeps-its-head");
const mutants = await loadMutants();

test.each([
  ["referee:takes-orders-from-anybody", "REF-RUN-05"],
  ["referee:plays-repeats", "REF-RUN-04"],
])("a referee whose only lapse is a SHOULD: %s", async (id, clause) => {
  const mutant = mutants.find((one) => one.id === id);
  if (mutant === undefined) throw new Error(`there is no mutant ${id}`);
  const verdicts = new Set<string>();
  for (const seed of [1, 2, 3]) {
    const results = await tryMutant(mutant, "referee", { seed, wire: "canonical", checks });
    for (const { verdict, clause: clauses } of results.values())
      verdicts.add(verdict === "pass" ? verdict : `${verdict} ${clauses.join(" ")}`);
  }
  expect(verdicts).toContain(`warn ${clause}`);
  expect([...verdicts].filter((one) => one.startsWith("fail"))).toEqual([]);
});
