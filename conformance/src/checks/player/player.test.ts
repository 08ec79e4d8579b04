/** The player's checks tried on the reference player, on every mutant of it, and on agents that do nothing right. */
import { describe, expect, test } from "vitest";
import { handwritten } from "../../../fixtures/player/handwritten.js";
import { clauses } from "../../clauses/clauses.js";
import { DEGENERATES, type DegenerateName } from "../../degenerate/degenerate.js";
import { sideOf } from "../../mutants/mutant.js";
import { loadMutants } from "../../mutants/registry.js";
import { referenceLasts } from "../../self-test/reference.js";
import { tryDegenerate, tryMutant, tryReference } from "../../self-test/trial.js";

const every = await handwritten();
/** Those that kill the player and start it again have something to see only where its data outlast it. */
const checks = every.filter(({ check }) => referenceLasts || !check.id.includes("/restart/"));
const mutants = (await loadMutants()).filter(({ id }) => sideOf(id) === "player");
const named = new Set(checks.flatMap(({ check }) => check.kills));
const options = { seed: 1, wire: "canonical", checks };

/** They say that they do not speak of the canonical wire form; see flat.test.ts. */
const FLAT = ["player/choice/flat-lower-case", "player/choice/flat-valid-parity"];

test("each clause about players that can be decided is decided", () => {
  const decided = new Set(every.flatMap(({ check }) => check.decides));
  const open = clauses.filter(
    ({ role, decidable, id }) => role === "player" && decidable && !decided.has(id),
  );
  expect(open.map(({ id }) => id)).toEqual([]);
});

test.each([1, 2, 3])(
  "the reference player passes every check, in order and shuffled, seed %i",
  async (seed) => {
    const results = [...(await tryReference("player", { ...options, seed, shuffled: seed > 1 })).values()];
    expect(
      results.filter(({ verdict }) => verdict !== "pass").map(({ id, verdict }) => `${id} ${verdict}`),
    ).toEqual(FLAT.map((id) => `${id} not-applicable`));
  },
);

describe.each(mutants.filter(({ id }) => named.has(id)))("$id", (mutant) => {
  test("is killed by every check that names it", async () => {
    const results = await tryMutant(mutant, "player", options);
    const missed = checks
      .filter(({ check }) => check.kills.includes(mutant.id) && !FLAT.includes(check.id))
      .map(({ check }) => results.get(check.id))
      .filter((result) => result?.verdict !== "fail" && result?.verdict !== "warn");
    expect(missed.map((result) => `${result?.id} ${result?.verdict}: ${result?.diagnosis ?? ""}`)).toEqual(
      [],
    );
  });
});

test.each(Object.keys(DEGENERATES) as DegenerateName[])(
  "the degenerate player %s passes nothing",
  async (name) => {
    const results = [...(await tryDegenerate("player", name, options)).values()];
    expect(results.filter(({ verdict }) => verdict === "pass").map(({ id }) => id)).toEqual([]);
  },
);
