import { join } from "node:path";
import { createReferee } from "@league-v2/sdk";
import { describe, expect, it } from "vitest";
import { openSqlite } from "../../reference-agents/src/store/sqlite/open-sqlite.ts";
import { oneIn, runsOf } from "../gate/one-in.ts";
import { newFolder } from "../gate/temporary-folder.ts";
import { campaign } from "./campaign.ts";
import { type AgentFactories, sdkFactories } from "./launch.ts";
import type { Plan } from "./plan.ts";
import { faultKinds, planFromSeed } from "./plan-from-seed.ts";
import { simulate } from "./simulate.ts";
import { reportOn, traceText } from "./trace.ts";

const kinds = new Set(faultKinds);

describe("a simulated league", () => {
  it("is byte for byte the same for the same seed", async () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const plan = planFromSeed(seed, { players: 5, kinds });
      const [one, other] = [await simulate(plan), await simulate(plan)];
      expect(traceText(other.events)).toBe(traceText(one.events));
    }
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
  const seeds = 40;
  it.each(oneIn(4, [1, 41, 81, 121]))("from seed %i: every invariant holds", async (firstSeed) => {
    const { findings, leagues, deaths, faults } = await campaign({
      firstSeed,
      seeds,
      players: 5,
      maxFindings: 1,
      kinds,
    });
    expect(findings.map(reportOn).join("\n")).toBe("");
    expect(leagues).toBe(seeds);
    // The faults had an effect.
    expect(deaths).toBeGreaterThan(20);
    expect(Math.min(...Object.values(faults))).toBeGreaterThan(5);
  });
});

const folder = newFolder();
let opened = 0;

const onSqlite: AgentFactories = {
  ...sdkFactories,
  store: () => {
    opened += 1;
    return openSqlite({ file: join(folder, `${opened}.db`), newLeagueId: () => "league_simulated" });
  },
};

it("every invariant holds in leagues whose store is a real SQLite file", async () => {
  const seeds = runsOf(15);
  const { findings, leagues } = await campaign({
    firstSeed: 1,
    seeds,
    players: 5,
    maxFindings: 1,
    kinds: new Set(faultKinds),
    factories: onSqlite,
  });
  expect(findings.map(reportOn).join("\n")).toBe("");
  expect(leagues).toBe(seeds);
}, 120_000);

it("a bug is found, and its plan has only the faults that it needs", async () => {
  // The journal of a referee is what lets it end a match after a crash with the outcome that it has sent.
  const withoutJournal: AgentFactories = {
    ...sdkFactories,
    referee: ({ journal: _, ...options }) => createReferee(options),
  };
  const { findings } = await campaign({
    firstSeed: 50,
    seeds: 500,
    players: 3,
    maxFindings: 1,
    kinds,
    factories: withoutJournal,
  });
  expect(findings.map(({ finding }) => finding?.invariant)).toEqual(["one-outcome-each"]);
  const [plan] = findings.map((run) => run.plan);
  expect(plan).toMatchObject({ managers: 1, referees: 1, capacity: 1, latencyMs: 0 });
  expect(plan?.faults.length).toBeLessThanOrEqual(2);
});
