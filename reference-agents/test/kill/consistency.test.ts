/** The consistency check of the kill tests accepts a correct league, and none with lost, changed or doubled data. */
import { createPlayer, createReferee, type MatchRecord, seededRandom } from "@league-v2/sdk";
import { MemoryStore, type Store } from "@league-v2/sdk/store";
import { playLeague } from "@league-v2/sdk/testing";
import { describe, expect, it } from "vitest";
import { type Evidence, expectConsistentLeague } from "./consistency.js";
import { TrafficLog } from "./traffic-log.js";

const [players, referees] = [3, 1];

/** A league without a killed process. */
async function played(): Promise<{ store: Store; evidence: Evidence }> {
  const store = new MemoryStore();
  const traffic = new TrafficLog(() => {});
  const records: MatchRecord[] = [];
  const random = seededRandom(1);
  const player = (displayName: string) =>
    createPlayer({ displayName, choose: () => (random.below(2) === 0 ? "even" : "odd") });
  const onMatch = (record: MatchRecord) => void records.push(record);
  await playLeague({
    players: ["A", "B", "C"].map((name) => traffic.watch(player(name))),
    referees: [traffic.watch(createReferee({ displayName: "Referee", onMatch }))],
    manager: { store },
  });
  return { store, evidence: { traffic, records, players, referees } };
}

/** The store as it would be after a fault. */
function withChange(store: Store, change: Partial<Store>): Store {
  const of = (name: keyof Store) => change[name] ?? store[name].bind(store);
  return new Proxy(store, { get: (_, name) => of(name as keyof Store) });
}

const faults: Record<string, (store: Store) => Partial<Store>> = {
  "a result is lost": (store) => ({
    result: async (id) => (id === "R2M1" ? null : store.result(id)),
  }),
  "a result is another one than was acknowledged": (store) => ({
    result: async (id) => {
      const result = await store.result(id);
      return result === null || id !== "R2M1" ? result : { ...result, drawn_number: 11 };
    },
  }),
  "a match is counted twice": (store) => ({
    tallies: async () =>
      (await store.tallies()).map((tally, index) =>
        index === 0 ? { ...tally, played: tally.played + 1 } : tally,
      ),
  }),
  "a point is lost": (store) => ({
    tallies: async () =>
      (await store.tallies()).map((tally) => ({ ...tally, points: Math.max(0, tally.points - 1) })),
  }),
  "a token is lost": (store) => ({
    holdsToken: async (id, token) => id !== "P02" && store.holdsToken(id, token),
  }),
  "a player is stored twice": (store) => ({
    members: async (role) => {
      const members = await store.members(role);
      return role === "player" ? [...members, ...members.slice(0, 1)] : members;
    },
  }),
  "a round is missing": (store) => ({ schedule: async () => (await store.schedule()).slice(1) }),
  "the league is not over": () => ({ state: async () => "RUNNING_LEAGUE" }),
};

describe("expectConsistentLeague", () => {
  it("accepts a correct league", async () => {
    const { store, evidence } = await played();
    await expectConsistentLeague(store, evidence);
    expect(evidence.traffic.acknowledged.size).toBe(3);
    expect(evidence.records).toHaveLength(3);
  });

  it("rejects a league whose players have received standings with results of a later round", async () => {
    const { store, evidence } = await played();
    const { announced } = evidence.traffic;
    expect(announced.map(({ round_id }) => round_id).sort()).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3]);
    const last = announced.at(-1)?.standings ?? [];
    announced.push({ round_id: 2, standings: last });
    await expect(expectConsistentLeague(store, evidence)).rejects.toThrow("the standings of round 2");
  });

  it.each(Object.entries(faults))("rejects a league in which %s", async (_, fault) => {
    const { store, evidence } = await played();
    await expect(expectConsistentLeague(withChange(store, fault(store)), evidence)).rejects.toThrow();
  });
});
