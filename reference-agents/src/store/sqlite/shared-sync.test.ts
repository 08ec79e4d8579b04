/** When results are committed, synced and acknowledged. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { SqlStore } from "../sql-store.js";
import { enterInto, player, referee, result } from "../store-samples.fixture.js";
import { heldSyncs } from "./held-syncs.fixture.js";
import { nextTurn } from "./next-turn.js";
import { openSqlite } from "./open-sqlite.js";

let folder = "";
let store: SqlStore;
let syncs: Awaited<ReturnType<typeof heldSyncs>>["waiting"] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "league-sync-"));
  store = await openSqlite({ file: join(folder, "league.sqlite"), newLeagueId: () => "league_1" });
  await enterInto(store, player("P01"), player("P02"), referee("REF01"));
  syncs = (await heldSyncs(folder)).waiting;
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const { resolve } of syncs) resolve();
  await store.close();
  rmSync(folder, { recursive: true });
});

const acknowledged: string[] = [];
beforeEach(() => void acknowledged.splice(0));

async function record(match_id: string): Promise<void> {
  await store.record(result({ match_id }));
  acknowledged.push(match_id);
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn();
}

it("a result is acknowledged after its sync, and not when the sync fails", async () => {
  const first = record("R1M1");
  await turns(5);
  expect([acknowledged, syncs.length]).toEqual([[], 1]);
  syncs[0]?.resolve();
  await first;
  const second = record("R1M2");
  await turns(5);
  expect(syncs).toHaveLength(2);
  syncs[1]?.reject(new Error("EIO"));
  await expect(second).rejects.toThrow("does not reach the disk: EIO");
  expect(acknowledged).toEqual(["R1M1"]);
});

it("a single result is committed, and its sync begun, after one turn", async () => {
  void record("R1M1");
  await turns(1);
  expect(syncs).toHaveLength(1);
});

it("results of successive turns share one sync", async () => {
  const all = [record("R1M1"), record("R1M2")];
  await turns(1);
  all.push(record("R1M3"));
  await turns(1);
  expect(syncs).toHaveLength(0);
  await turns(1);
  expect(syncs).toHaveLength(1);
  syncs[0]?.resolve();
  await Promise.all(all);
  expect(syncs).toHaveLength(1);
});

it("results in every turn do not delay a commit beyond four turns", async () => {
  void record("R1M0");
  for (let turn = 1; turn <= 4; turn++) {
    expect(syncs).toHaveLength(0);
    void record(`R1M${turn}`);
    await turns(1);
  }
  expect(syncs).toHaveLength(1);
});

it("leases, acknowledgements and completed rounds wait for no sync", async () => {
  const done: string[] = [];
  void store.leaseMatch("R1M1", "REF01", { capacity: 1, now: 0, until: 100 }).then(() => done.push("lease"));
  void store.acknowledge("round-1", ["P01"]).then(() => done.push("acknowledgement"));
  void store.completeRound(1).then(() => done.push("completed round"));
  await turns(5);
  expect([done.toSorted(), syncs.length]).toEqual([["acknowledgement", "completed round", "lease"], 0]);
});
