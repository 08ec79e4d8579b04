/**
 * Faults that are generated from the table of clauses: the whole suite finds each one under a clause that it breaks. A
 * small sample here, a larger one with `FULL=1`, whose shares are printed. `SEED=7` draws others.
 */
import { expect, test } from "vitest";
import { isFull } from "../../../tools/gate/one-in.js";
import { FAULT_CLAUSES, REPEATED } from "../../test/faults/fault-clauses.js";
import { drawnFaults, faultsOf, type GeneratedFault } from "../../test/faults/generated-faults.js";
import { loadChecks } from "../checks/registry.js";
import { clauses } from "../clauses/clause.js";
import { worstFirst } from "../report/verdicts.js";
import type { Role } from "../types.js";
import { tryMutant } from "./trial.js";

const ROLES: readonly Role[] = ["player", "referee", "manager"];
const SEED = Number(process.env.SEED ?? 4);
const DRAWN = isFull ? 40 : 1;
/** The minimum shares in a larger draw, of the faults that showed in a message of the run. */
const LEAST = { named: 0.85, found: 0.9 };

const checks = await loadChecks();

/** The suite's first finding about an agent with that fault; `unshown` where no message of the run had it. */
async function outcomeOf({ mutant, role, clauses: broken, shown }: GeneratedFault) {
  const results = await tryMutant(mutant, role, { seed: 1, wire: "canonical", checks });
  const said = worstFirst([...results.values()]).filter(
    ({ verdict }) => verdict === "fail" || verdict === "warn",
  );
  const [first] = said;
  const text = first === undefined ? "" : `${first.clause.join(" ")}: ${first.diagnosis}`;
  if (first === undefined) return { outcome: shown() === 0 ? "unshown" : "missed", text };
  return { outcome: first.clause.some((id) => broken.includes(id)) ? "named" : "misnamed", text };
}

test("every clause of the table exists, and every message has faults", () => {
  const known = new Set(clauses.map(({ id }) => id));
  for (const role of ROLES) {
    const named = Object.values(FAULT_CLAUSES[role]).flatMap((members) =>
      Object.values(members).join(" ").split(" "),
    );
    expect(named.filter((id) => !known.has(id))).toEqual([]);
    expect(
      Object.values(REPEATED)
        .flatMap((ids) => ids.split(" "))
        .filter((id) => !known.has(id)),
    ).toEqual([]);
    const messages = new Set(faultsOf(role).map(({ message }) => message));
    expect([...messages]).toEqual(Object.keys(FAULT_CLAUSES[role]));
  }
});

test("the same seed draws the same faults, and another seed draws others", () => {
  const drawn = (seed: number) => drawnFaults("player", 12, seed).map(({ mutant }) => mutant.id);
  expect(drawn(1)).toEqual(drawn(1));
  expect(drawn(1)).not.toEqual(drawn(2));
  expect(new Set(drawn(1)).size).toBe(12);
});

test.each(ROLES)(
  "%s: a fault that shows in a message is found under a clause that it breaks",
  async (role) => {
    const lines: string[] = [];
    const count = new Map<string, number>();
    for (const fault of drawnFaults(role, DRAWN, SEED)) {
      const { outcome, text } = await outcomeOf(fault);
      count.set(outcome, (count.get(outcome) ?? 0) + 1);
      if (outcome !== "named")
        lines.push(`${outcome}: ${fault.mutant.id} (${fault.clauses.join(" ")}) ${text}`);
    }
    const { named = 0, misnamed = 0, missed = 0 } = Object.fromEntries(count);
    const shown = named + misnamed + missed;
    if (isFull) console.log([...lines, `${role}: ${JSON.stringify(Object.fromEntries(count))}`].join("\n"));
    expect(named).toBeGreaterThanOrEqual(LEAST.named * shown);
    expect(named + misnamed).toBeGreaterThanOrEqual(LEAST.found * shown);
  },
  isFull ? 1_200_000 : undefined,
);
