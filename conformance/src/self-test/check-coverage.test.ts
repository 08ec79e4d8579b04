/** Coverage of clauses and mutants by the checks of each side. The self-test shows that each mutant is killed; these tests start no agent. */
import { expect, test } from "vitest";
import { loadChecks } from "../checks/registry.js";
import { clauses } from "../clauses/clause.js";
import { breaksClauseOf, sideOf } from "../mutants/mutant.js";
import { loadMutants } from "../mutants/registry.js";

const SIDES = ["player", "referee", "manager", "transport"] as const;

type Side = (typeof SIDES)[number];

/** Checks that are generated from the schemas or the state tables. */
const GENERATED: readonly string[] = ["negative", "session"];

const checks = await loadChecks();

const mutants = await loadMutants();

const isAbout = (side: Side, { id, role }: (typeof clauses)[number]) =>
  side === "transport" ? id.startsWith("TRN-") : role === side;

test.each(SIDES)("each decidable clause of the %s is decided by a check of the same side", (side) => {
  const decided = new Set(checks.filter((one) => one.side === side).flatMap(({ check }) => check.decides));
  const open = clauses.filter((one) => isAbout(side, one) && one.decidable && !decided.has(one.id));
  expect(open.map(({ id }) => id)).toEqual([]);
});

test("each decidable clause of the player is decided by a handwritten check", () => {
  const written = checks.filter(({ side, group }) => side === "player" && !GENERATED.includes(group));
  const decided = new Set(written.flatMap(({ check }) => check.decides));
  const open = clauses.filter(
    ({ role, decidable, id }) => role === "player" && decidable && !decided.has(id),
  );
  expect(open.map(({ id }) => id)).toEqual([]);
});

test.each(SIDES)(
  "each mutant of the %s breaks a clause that a check of the same side, or of the transport, decides",
  (side) => {
    const sides = new Set<Side>([side, "transport"]);
    const able = checks.filter((one) => sides.has(one.side));
    const undecided = mutants.filter(
      (one) => sideOf(one.id) === side && !able.some(({ check }) => breaksClauseOf(check, one)),
    );
    expect(undecided.map(({ id }) => id)).toEqual([]);
  },
);
