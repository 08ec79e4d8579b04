/** The faults are also found in the other forms of league.v2: a sample here, every mutant with `FULL=1`. */
import { describe, expect, test } from "vitest";
import { oneIn } from "../../../tools/gate/one-in.js";
import { appliesToDialect, loadChecks, type RegisteredCheck } from "../checks/registry.js";
import { breaksClauseOf, type Mutant, sideOf } from "../mutants/mutant.js";
import { loadMutants } from "../mutants/registry.js";
import { tryMutant } from "./trial.js";

const checks = await loadChecks();
const mutants = await loadMutants();
const EVERY = 47;

/** Mutants of members that the flat dialect does not have: roles, ids of players, declining, deadlines, points, games, retries. */
const UNSAID_IN_FLAT: readonly string[] = [
  "manager:closes-a-match-by-refusing",
  "manager:rejected-agents-take-places",
  "manager:rejects-again-after-a-rejection",
  "manager:shows-any-points",
  "manager:wants-a-status",
  "player:answers-with-an-empty-result",
  "player:chooses-as-its-opponent",
  "player:chooses-without-name",
  "player:declines",
  "player:declines-after-three-errors",
  "player:declines-a-repeated-invitation",
  "player:declines-the-unannounced",
  "player:gives-up-when-no-retry-is-left",
  "player:joins-as-its-opponent",
  "player:joins-without-name",
  "player:keeps-own-id",
  "player:refuses-to-be-player-b",
  "referee:accepts-bare-replies",
  "referee:asks-without-context",
  "referee:names-a-draw-as-the-winner",
  "referee:publishes-capitals",
  "referee:repeats-an-old-deadline",
  "referee:repeats-in-another-role",
  "referee:reports-a-draw-as-the-winner",
  "referee:reports-no-winner-by-default",
  "referee:reports-number-zero",
  "referee:same-role-for-both",
  "referee:sides-in-order-of-ids",
  "referee:sets-a-wrong-deadline",
  "referee:stops-after-a-technical-loss",
  "referee:swaps-roles",
  "referee:takes-silence-for-even",
  "referee:discloses-that-the-opponent-has-chosen",
  "referee:discloses-that-the-opponent-is-ready",
  "referee:wrong-parity",
];

/** Mutants whose faults are lost in the translation to the canonical form. */
const LOST: Readonly<Record<string, readonly string[]>> = {
  flat: [
    ...UNSAID_IN_FLAT,
    "player:nests-its-choice",
    "player:refuses-with-internal-error",
    "referee:accepts-other-messages",
  ],
  // A tool has only one kind of failure.
  mcp: [
    "manager:leaks-the-right-token",
    "player:refuses-with-internal-error",
    "referee:accepts-other-messages",
  ],
};

function deciding(mutant: Mutant, dialect: string): RegisteredCheck[] {
  return checks.filter(
    (one) =>
      breaksClauseOf(one.check, mutant) &&
      appliesToDialect(one, dialect) &&
      !one.check.id.includes("/negative/") &&
      one.check.needs?.observes !== true &&
      // Only a process can be restarted.
      one.check.needs?.command !== true,
  );
}

function sample(wire: string, dialect: string): Mutant[] {
  const able = mutants.filter(
    (one) =>
      LOST[wire]?.includes(one.id) !== true &&
      sideOf(one.id) !== "transport" &&
      one.wire === undefined &&
      deciding(one, dialect).length > 0,
  );
  return oneIn(EVERY, able);
}

describe.each([
  ["flat", "flat"],
  ["mcp", "canonical"],
])("in %s", (wire, dialect) => {
  test.each(sample(wire, dialect).map((one) => [one.id, one] as const))(
    "%s is killed",
    async (id, mutant) => {
      const side = sideOf(id);
      if (side === "transport") throw new Error("mutants of the transport are tried in the canonical form");
      const checked = deciding(mutant, dialect);
      const triedIn = async (form: string) =>
        [...(await tryMutant(mutant, side, { seed: 1, wire: form, checks: checked })).values()].map(
          ({ id: check, verdict, diagnosis = "" }) => `${verdict} ${check} ${diagnosis}`,
        );
      const isKilled = (lines: readonly string[]) => lines.some((line) => /^(fail|warn) /.test(line));
      const lines = await triedIn(wire);
      // A fault that only the messages of a whole run show is not compared.
      if (!isKilled(lines)) expect(isKilled(await triedIn("canonical")), lines.join("\n")).toBe(false);
    },
  );
});
