/**
 * The power fails between any two accesses of a small league to its store: a sample in every gate, all of them with `FULL=1`.
 * The store loses as much as its contract allows.
 */
import { expect, it } from "vitest";
import { oneIn } from "../gate/one-in.ts";
import type { Fault, Plan } from "./plan.ts";
import { simulate } from "./simulate.ts";
import { reportOn } from "./trace.ts";

const league: Plan = {
  seed: 1,
  managers: 1,
  players: 3,
  referees: 1,
  capacity: 1,
  latencyMs: 100,
  faults: [],
};
const everything = 1000;
/** With one manager: at most the acknowledgements of a round, its match lease and the season leases between two results. */
const mostLost = 24;
const minutes = 60_000;

async function accesses(plan: Plan): Promise<number[]> {
  const { events } = await simulate(plan);
  return events.filter(({ type }) => type === "stored").map((_, index) => index + 1);
}

async function expectAllHold(
  plan: Plan,
  count: number,
  trials: readonly (readonly Fault[])[],
): Promise<void> {
  for (const faults of oneIn(count, trials)) {
    const run = await simulate({ ...plan, faults });
    expect(run.finding === null ? "" : reportOn(run)).toBe("");
  }
}

it(
  "with one manager, which restarts, and any number of lost writes",
  async () => {
    const losses = Array.from({ length: mostLost }, (_, index) => index + 1);
    const trials = (await accesses(league)).flatMap((operation) =>
      (["before", "after"] as const).flatMap((when) =>
        losses.map((lost): Fault[] => [
          { kind: "store-crash", operation, when, downMs: 3000 },
          { kind: "power-cut", operation, when, lost },
        ]),
      ),
    );
    await expectAllHold(league, 127, trials);
  },
  10 * minutes,
);

it(
  "with two managers, one of which crashes at the same access or any later one",
  async () => {
    const plan = { ...league, managers: 2 };
    const all = await accesses(plan);
    const trials = all.flatMap((cut) =>
      all.slice(cut - 1).map((crash): Fault[] => [
        { kind: "power-cut", operation: cut, when: "after", lost: everything },
        { kind: "store-crash", operation: crash, when: "before", downMs: 3000 },
      ]),
    );
    await expectAllHold(plan, 97, trials);
  },
  10 * minutes,
);
