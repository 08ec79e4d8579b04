import { describe, expect, it } from "vitest";
import { oneIn } from "../../../tools/gate/one-in.js";
import { campaign } from "./campaign.js";
import { faultKinds } from "./fault-kinds.js";
import type { Plan } from "./plan.js";
import { planFromSeed } from "./plan-from-seed.js";
import { reportOn } from "./report.js";
import { simulate } from "./simulate.js";
import { traceText } from "./trace.js";

const kinds = new Set(faultKinds);

describe("a simulated league", () => {
  it("is byte for byte the same for the same seed", async () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const plan = planFromSeed(seed, { players: 5, kinds });
      const [one, other] = [await simulate(plan), await simulate(plan)];
      expect(traceText(other.events)).toBe(traceText(one.events));
    }
  });

  it("differs for another seed", async () => {
    const league: Omit<Plan, "seed"> = {
      managers: 1,
      players: 2,
      referees: 1,
      capacity: 1,
      latencyMs: 20,
      faults: [],
    };
    const [one, other] = [await simulate({ ...league, seed: 1 }), await simulate({ ...league, seed: 2 })];
    expect(traceText(other.events)).not.toBe(traceText(one.events));
  });

  it("keeps its other faults when one kind is left out", () => {
    const all = planFromSeed(11, { players: 6, kinds });
    const some = planFromSeed(11, { players: 6, kinds: new Set(["skew", "crash"]) });
    expect(some).toEqual({
      ...all,
      faults: all.faults.filter(({ kind }) => kind === "skew" || kind === "crash"),
    });
  });

  it("takes almost no simulated time without faults", async () => {
    const plan: Plan = {
      seed: 7,
      managers: 1,
      players: 4,
      referees: 2,
      capacity: 2,
      latencyMs: 0,
      faults: [],
    };
    const { finding, simulatedMs, events } = await simulate(plan);
    expect(finding).toBeNull();
    expect(simulatedMs).toBeLessThan(2000);
    expect(events.filter(({ type }) => type === "ended")).toEqual([]);
  });
});

describe("dozens of leagues, and more than a hundred with `FULL=1`", () => {
  // The same seeds each time: a gate must not fail by chance. `npm run simulate -- --seed` tests other seeds.
  it.each(oneIn(3, [1, 61, 121]))("from seed %i: every invariant holds", async (firstSeed) => {
    const { findings, leagues, deaths, faults } = await campaign({
      ...{ firstSeed, seeds: 60, players: 5, maxFindings: 1, kinds },
    });
    expect(findings.map(({ finding, smallest }) => reportOn(finding, smallest)).join("\n")).toBe("");
    expect(leagues).toBe(60);
    // The faults had an effect.
    expect(deaths).toBeGreaterThan(30);
    expect(Math.min(...Object.values(faults))).toBeGreaterThan(5);
  });
});
