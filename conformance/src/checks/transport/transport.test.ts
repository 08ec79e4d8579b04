/** The checks of the transport tried on the reference agent of each role, on every mutant, and on agents that do nothing right. */
import { describe, expect, test } from "vitest";
import { clauses } from "../../clauses/clauses.js";
import { DEGENERATES, type DegenerateName } from "../../degenerate/degenerate.js";
import { rolesOf, sideOf } from "../../mutants/mutant.js";
import { loadMutants } from "../../mutants/registry.js";
import { tryDegenerate, tryMutant, tryReference } from "../../self-test/trial.js";
import type { CheckResult } from "../../types.js";
import { loadChecks } from "../registry.js";

const ROLES = ["player", "referee", "manager"] as const;
const checks = (await loadChecks()).filter(({ side }) => side === "transport");
const mutants = (await loadMutants()).filter(({ id }) => sideOf(id) === "transport");
const options = { seed: 1, wire: "canonical", checks };

const told = ({ id, verdict, diagnosis = "" }: CheckResult) => `${id} ${verdict}: ${diagnosis}`;

test("each clause about the transport that can be decided is decided", () => {
  const decided = new Set(checks.flatMap(({ check }) => check.decides));
  const open = clauses.filter(({ id, decidable }) => id.startsWith("TRN-") && decidable && !decided.has(id));
  expect(open.map(({ id }) => id)).toEqual([]);
});

describe.each(ROLES)("the reference %s", (role) => {
  test.each([1, 2, 3])("passes every check, in order and shuffled, seed %i", async (seed) => {
    const results = [...(await tryReference(role, { ...options, seed, shuffled: seed > 1 })).values()];
    // A league manager has no token.
    const beside = role === "manager" ? ["transport/robustness/keeps-its-own-token"] : [];
    expect(results.filter(({ verdict }) => verdict === "not-applicable").map(({ id }) => id)).toEqual(beside);
    const good = ["pass", "not-exercised", "not-applicable"];
    expect(results.filter(({ verdict }) => !good.includes(verdict)).map(told)).toEqual([]);
    // A player makes one call in its life.
    const unexercised =
      role === "player" ? ["transport/outgoing/ids-at-once", "transport/outgoing/other-ids"] : [];
    expect(results.filter(({ verdict }) => verdict === "not-exercised").map(({ id }) => id)).toEqual(
      unexercised,
    );
  });

  test.each(Object.keys(DEGENERATES) as DegenerateName[])(
    "nothing passes on the degenerate one that %s",
    async (name) => {
      const results = [...(await tryDegenerate(role, name, options)).values()];
      expect(
        results.filter(({ verdict }) => verdict === "pass" || verdict === "harness-error").map(told),
      ).toEqual([]);
    },
  );
});

const named = new Set(checks.flatMap(({ check }) => check.kills));

test("each mutant of the transport is named by a check, and each that is named exists", () => {
  expect(mutants.filter(({ id }) => !named.has(id)).map(({ id }) => id)).toEqual([]);
  const known = new Set<string>(mutants.map(({ id }) => id));
  expect([...named].filter((id) => !known.has(id))).toEqual([]);
});

describe.each(mutants)("$id", (mutant) => {
  const naming = checks.filter(({ check }) => check.kills.includes(mutant.id));
  // What only observes needs something to observe.
  const observing = naming.some(({ check }) => check.needs?.observes === true);

  test.each(rolesOf(mutant))("is killed by every check that names it, in a %s", async (role) => {
    const results = await tryMutant(mutant, role, { ...options, checks: observing ? checks : naming });
    const missed = naming
      .map(({ check }) => results.get(check.id))
      .filter((result) => result?.verdict !== "fail" && result?.verdict !== "warn");
    expect(missed.map((result) => result && told(result))).toEqual([]);
  });
});
