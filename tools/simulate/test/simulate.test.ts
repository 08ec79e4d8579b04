import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSqlite } from "../../../reference-agents/src/store/sqlite/open-sqlite.ts";
import { oneIn, runsOf } from "../../gate/one-in.ts";
import { campaign } from "../campaign.ts";
import { type AgentFactories, sdkFactories } from "../launch.ts";
import type { CrashFault, Plan } from "../plan.ts";
import { faultKinds, planFromSeed } from "../plan-from-seed.ts";
import { seededRoll } from "../seeded-roll.ts";
import { shrink } from "../shrink.ts";
import { simulate } from "../simulate.ts";
import { reportOn, traceText } from "../trace.ts";

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

let folder: string;
let opened = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "league-simulate-sqlite-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const onSqlite: AgentFactories = {
  ...sdkFactories,
  store: () => {
    opened += 1;
    return openSqlite({ file: join(folder, `${opened}.db`), newLeagueId: () => "league_simulated" });
  },
};

it("every invariant holds in leagues whose store is a real SQLite file", async () => {
  const seeds = runsOf(12);
  const { findings, leagues } = await campaign({
    ...{
      firstSeed: 1,
      seeds,
      players: 5,
      maxFindings: 1,
      kinds: new Set(faultKinds),
      factories: onSqlite,
    },
  });
  expect(findings.map(({ finding, smallest }) => reportOn(finding, smallest)).join("\n")).toBe("");
  expect(leagues).toBe(seeds);
}, 120_000);

it("a seeded roll is uniform, and the same for the same name", () => {
  const counts = [0, 0, 0, 0, 0, 0];
  for (let index = 0; index < 6000; index++) {
    const side = seededRoll(1, `throw/${index}`, 6);
    counts[side] = (counts[side] ?? 0) + 1;
    expect(seededRoll(1, `throw/${index}`, 6)).toBe(side);
  }
  for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
});

const crash = (atMs: number): CrashFault => ({ kind: "crash", agent: "manager", atMs, downMs: 1 });
const large: Plan = {
  ...{ seed: 1, managers: 1, players: 6, referees: 3, capacity: 3, latencyMs: 100 },
  faults: Array.from({ length: 40 }, (_, index) => crash(index)),
};

describe("shrinking", () => {
  it("leaves the necessary faults and the smallest league that can have them", async () => {
    const fails = async ({ faults, players }: Plan) =>
      players >= 3 &&
      [7, 31].every((time) => faults.some((fault) => fault.kind === "crash" && fault.atMs === time));
    const small = await shrink(large, { fails, attempts: 1000 });
    expect(small).toEqual({
      seed: 1,
      managers: 1,
      players: 3,
      referees: 1,
      capacity: 1,
      latencyMs: 0,
      faults: [crash(7), crash(31)],
    });
  });

  it("removes the faults of an agent together with the agent", async () => {
    const faults = [{ ...crash(1), agent: "player-6" }, crash(2)];
    const small = await shrink(
      { ...large, faults },
      { fails: async (plan) => plan.faults.length > 0, attempts: 1000 },
    );
    expect(small.faults).toEqual([crash(2)]);
  });

  it("plays no more leagues than the limit", async () => {
    let played = 0;
    const fails = async () => {
      played += 1;
      return false;
    };
    expect(await shrink(large, { fails, attempts: 10 })).toEqual(large);
    expect(played).toBe(10);
  });
});
