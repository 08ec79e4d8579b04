/** The checks that apply to the flat dialect only. */
import { expect, test } from "vitest";
import { loadChecks } from "../checks/registry.js";
import { breaksClauseOf } from "../mutants/mutant.js";
import { loadMutants } from "../mutants/registry.js";
import { tryMutant, tryReference } from "./trial.js";

const checks = (await loadChecks()).filter(({ check }) => /\/flat-/.test(check.id));

const mutants = await loadMutants();

const roles = ["player", "referee"] as const;

const pairs = checks.flatMap(({ check, side }) =>
  side === "player" || side === "referee"
    ? mutants.filter((one) => breaksClauseOf(check, one)).map(({ id }) => [check.id, id, side] as const)
    : [],
);

test.each(roles)("a %s that uses the flat dialect passes them", async (role) => {
  const results = [...(await tryReference(role, { seed: 1, wire: "flat", checks })).values()];
  expect(results.map(({ verdict }) => verdict)).toEqual(results.map(() => "pass"));
  expect(results.length).toBe(2);
});

test.each(pairs)("%s kills %s", async (id, mutantId, role) => {
  const mutant = mutants.find((one) => one.id === mutantId);
  if (mutant === undefined) throw new Error(`there is no mutant ${mutantId}`);
  const result = (await tryMutant(mutant, role, { seed: 1, wire: "flat", checks })).get(id);
  expect(["fail", "warn"], result?.diagnosis).toContain(result?.verdict);
});

test("a choice in capitals gives only a warning", async () => {
  const mutant = mutants.find(({ id }) => id === "player:flat-chooses-in-capitals");
  if (mutant === undefined) throw new Error("the mutant is missing");
  const results = await tryMutant(mutant, "player", { seed: 1, wire: "flat", checks });
  expect([...results.values()].map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([
    "player/choice/flat-valid-parity pass",
    "player/choice/flat-lower-case warn",
  ]);
});
