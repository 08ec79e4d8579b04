import { describe, expect, it } from "vitest";
import { faultKinds } from "./fault-kinds.js";
import type { Fault } from "./plan.js";
import { planFromSeed } from "./plan-from-seed.js";
import { readPlan } from "./read-plan.js";

const plan = {
  seed: 1,
  managers: 1,
  players: 2,
  referees: 1,
  capacity: 1,
  latencyMs: 5,
  faults: [] as unknown[],
};

describe("a plan", () => {
  it("is unchanged after a round trip through JSON, for all fields", () => {
    const met = new Set<Fault["kind"]>();
    for (let seed = 0; seed < 200; seed++) {
      const drawn = planFromSeed(seed, { players: 6, kinds: new Set(faultKinds) });
      expect(readPlan(JSON.stringify(drawn))).toEqual(drawn);
      for (const { kind } of drawn.faults) met.add(kind);
    }
    expect([...met].sort()).toEqual([...faultKinds].sort());
  });

  it.each([
    ["[]", "a plan is a JSON object"],
    [JSON.stringify({ ...plan, players: 1 }), "players must be an integer from 2, not 1"],
    [JSON.stringify({ ...plan, seed: "x" }), 'seed must be an integer from 0, not "x"'],
    [JSON.stringify({ ...plan, faults: null }), "faults must be a list"],
    [JSON.stringify({ ...plan, faults: [{ kind: "flood" }] }), 'faults[0]: there is no kind "flood"'],
    [
      JSON.stringify({ ...plan, faults: [{ kind: "crash", agent: "player-3", atMs: 1, downMs: 1 }] }),
      'faults[0]: agent is "player-3"',
    ],
    [JSON.stringify({ ...plan, faults: ["late"] }), "faults[0]: there is no kind undefined"],
  ])("is refused: %s", (text, why) => {
    expect(() => readPlan(text)).toThrow(why);
  });
});
