/** The checks that speak of the flat dialect alone, on a reference player that wears it. */
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { skin } from "../../../fixtures/player/flat-skin.js";
import { loadMutants } from "../../mutants/registry.js";
import { all } from "../../mutants/surgery.js";
import { referenceAgent } from "../../self-test/reference.js";
import { tryMutant } from "../../self-test/trial.js";
import type { Surgery } from "../../subject/in-process-subject.js";
import { loadChecks } from "../registry.js";

const wire = fileURLToPath(new URL("../../../fixtures/player/flat.yaml", import.meta.url));
const checks = (await loadChecks()).filter(({ check }) => check.id.startsWith("player/choice/flat-"));
const mutants = await loadMutants();

function wearing(fault: Surgery | (() => Surgery)): () => Surgery {
  return () => all(typeof fault === "function" ? fault() : fault, skin(wire));
}

const trial = (surgery: Surgery | (() => Surgery)) =>
  tryMutant(
    {
      id: "player:flat",
      fault: "Speaks the flat dialect.",
      surgery: wearing(surgery),
      agent: referenceAgent("player"),
    },
    "player",
    { seed: 1, wire, checks },
  );

test("a player that speaks the flat dialect passes them", async () => {
  const results = [...(await trial({})).values()];
  expect(results.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual(
    checks.map(({ check }) => `${check.id} pass`),
  );
});

test.each(checks.flatMap(({ check }) => check.kills.map((id) => [check.id, id] as const)))(
  "%s kills %s",
  async (id, mutant) => {
    const surgery = mutants.find((one) => one.id === mutant)?.surgery ?? {};
    const result = (await trial(surgery)).get(id);
    expect(["fail", "warn"], result?.diagnosis).toContain(result?.verdict);
  },
);

test("capitals are only warned of", async () => {
  const surgery = mutants.find(({ id }) => id === "player:chooses-in-capitals")?.surgery ?? {};
  const verdicts = [...(await trial(surgery)).values()].map(({ verdict }) => verdict);
  expect(verdicts).toEqual(["warn", "pass"]);
});
