/** The contract of every store for results, match leases, other leases and acknowledgements. */

import type { Store } from "../../manager/store/store.js";
import { enrol, unplayed, won } from "./samples.js";
import type { TestFunctions } from "./test-functions.js";

const terms = { capacity: 2, now: 1_000, until: 2_000 };

export function matchContract({ it, expect }: TestFunctions, open: () => Promise<Store>): void {
  it("counts a result once", async () => {
    const store = await open();
    await enrol(store);
    const { P01 = null, P02 = null } = won.choices;
    expect(await store.record(won)).toBe("recorded");
    const repeated = { ...won, referee_id: "REF02", choices: { P02, P01 }, score: { P02: 0, P01: 3 } };
    expect(await store.record(repeated)).toBe("repeated");
    for (const change of [
      { drawn_number: 6 },
      { drawn_number: null },
      { choices: { P01 } },
      { choices: { P01, P02: null } },
      { winner: "P02", score: { P01: 0, P02: 3 } },
      { status: "TECHNICAL_LOSS" } as const,
    ]) {
      expect([change, await store.record({ ...won, ...change })]).toEqual([change, "conflicting"]);
    }
    expect(await store.result("R1M1")).toEqual(won);
    expect(await store.record(unplayed)).toBe("recorded");
    expect(await store.result("R2M1")).toEqual(unplayed);
    expect(await store.result("R3M1")).toBeNull();
    expect(await store.tallies()).toMatchObject([
      { player_id: "P01", played: 2, wins: 1, draws: 0, losses: 1, points: 3 },
      { player_id: "P02", played: 1, wins: 0, draws: 0, losses: 1, points: 0 },
      { player_id: "P03", played: 1, wins: 0, draws: 0, losses: 1, points: 0 },
    ]);
  });

  it("counts one of two concurrent reports", async () => {
    const store = await open();
    await enrol(store);
    const other = { ...won, drawn_number: 2 };
    const outcomes = await Promise.all([won, other, won, other].map((result) => store.record(result)));
    expect(outcomes.toSorted()).toEqual(["conflicting", "conflicting", "recorded", "repeated"]);
    expect(await store.tallies()).toMatchObject([{ played: 1, points: 3 }, { played: 1 }, { played: 0 }]);
  });

  it("leases a match to one referee at a time", async () => {
    const store = await open();
    await enrol(store);
    expect(await store.leaseMatch("R1M1", "REF01", terms)).toEqual({ kind: "leased" });
    const taken = { kind: "taken", referee_id: "REF01", until: 2_000 };
    expect(await store.leaseMatch("R1M1", "REF02", { ...terms, now: 1_999 })).toEqual(taken);
    expect(await store.leaseMatch("R1M1", "REF01", terms)).toEqual(taken);
    expect(await store.leaseMatch("R1M1", "REF02", { ...terms, now: 2_000, until: 3_000 })).toEqual({
      kind: "leased",
    });
    const [first, second, third] = await Promise.all(
      ["REF01", "REF02", "REF03"].map((referee) => store.isAssigned("R1M1", referee)),
    );
    expect([first, second, third]).toEqual([true, true, false]);
    expect(await store.isAssigned("R2M1", "REF01")).toBe(false);
  });

  it("leases a referee no more matches than it can play", async () => {
    const store = await open();
    await enrol(store);
    const ids = ["R1M1", "R1M2", "R1M3", "R1M4"];
    const leases = await Promise.all(ids.map((id) => store.leaseMatch(id, "REF01", terms)));
    expect(leases.map(({ kind }) => kind).toSorted()).toEqual(["full", "full", "leased", "leased"]);
    expect(leases).toContainEqual({ kind: "full", until: 2_000 });
    expect(await store.leaseMatch("R1M5", "REF02", terms)).toEqual({ kind: "leased" });
    // Expired leases free their places.
    const later = { capacity: 2, now: 2_000, until: 3_000 };
    expect(await store.leaseMatch("R1M6", "REF01", later)).toEqual({ kind: "leased" });
  });

  it("frees the place of a match that was given back or has its result", async () => {
    const store = await open();
    await enrol(store);
    const one = { ...terms, capacity: 1 };
    await store.leaseMatch("R1M1", "REF01", one);
    await store.giveBack("R1M1", "REF02");
    expect(await store.leaseMatch("R2M1", "REF01", one)).toEqual({ kind: "full", until: 2_000 });
    await store.giveBack("R1M1", "REF01");
    expect(await store.isAssigned("R1M1", "REF01")).toBe(true);
    expect(await store.leaseMatch("R2M1", "REF01", one)).toEqual({ kind: "leased" });
    await store.record(unplayed);
    expect(await store.leaseMatch("R2M1", "REF01", one)).toEqual({ kind: "settled" });
    expect(await store.leaseMatch("R3M1", "REF01", one)).toEqual({ kind: "leased" });
  });

  it("stores the acknowledgements of each announcement", async () => {
    const store = await open();
    await enrol(store);
    await store.acknowledge("round-1", ["P01", "P02"]);
    await store.acknowledge("round-1", ["P02", "REF01", "P03"]);
    await store.acknowledge("round-1", []);
    await Promise.all(["P03", "P01"].map((id) => store.acknowledge("standings-1", [id])));
    expect(await store.acknowledged("round-1")).toEqual(new Set(["P01", "P02", "P03", "REF01"]));
    expect(await store.acknowledged("standings-1")).toEqual(new Set(["P01", "P03"]));
    expect(await store.acknowledged("round-2")).toEqual(new Set());
  });

  it("gives a lease to one owner at a time", async () => {
    const store = await open();
    const at = (now: number) => ({ now, until: now + 100 });
    const race = await Promise.all(["a", "b", "c"].map((owner) => store.lease("season", owner, at(0))));
    expect(race.filter(Boolean)).toHaveLength(1);
    const owner = ["a", "b", "c"][race.indexOf(true)] ?? "";
    const other = owner === "a" ? "b" : "a";
    expect(await store.lease("season", owner, at(50))).toBe(true);
    expect(await store.lease("season", other, at(149))).toBe(false);
    expect(await store.lease("another", other, at(149))).toBe(true);
    expect(await store.lease("season", other, at(150))).toBe(true);
    await store.release("season", owner);
    expect(await store.lease("season", owner, at(151))).toBe(false);
    await store.release("season", other);
    expect(await store.lease("season", owner, at(152))).toBe(true);
  });

  it("notifies of every result after it can be read", async () => {
    const store = await open();
    await enrol(store);
    const seen = new Set<string>();
    // A store may notify twice of a result: what is read then is awaited, too.
    const read: Promise<unknown>[] = [];
    const bothSeen = new Promise<void>((resolve) => {
      const end = store.onRecorded((match_id) => {
        seen.add(match_id);
        read.push(store.result(match_id));
        if (seen.size < 2) return;
        end();
        resolve();
      });
    });
    await store.record(won);
    await store.record(unplayed);
    await bothSeen;
    const results = await Promise.all(read);
    expect(results).toContainEqual(won);
    expect(results).toContainEqual(unplayed);
    expect(results.filter((result) => result === null)).toHaveLength(0);
  });
}
