import { DatabaseSync } from "node:sqlite";
import { expect, it, vi } from "vitest";
import { modelContract } from "../../../../sdk/src/testing/contract-tests/model-based.fixture.js";
import { enrol, won } from "../../../../sdk/src/testing/contract-tests/samples.js";
import { migrate } from "../migrate.js";
import { SqlStore } from "../sql-store.js";
import { ensureLeague } from "../state.js";
import { SqliteDatabase } from "./sqlite-database.js";

const league_id = "league_1";

async function openStore() {
  const database = new DatabaseSync(":memory:");
  const sqlDatabase = new SqliteDatabase(database, "league.sqlite");
  await migrate(sqlDatabase.db, "the store");
  await sqlDatabase.write("synced", (db) => ensureLeague({ db, league_id, shared: false }));
  return { database, sqlDatabase, store: new SqlStore(sqlDatabase, league_id) };
}

modelContract(async () => (await openStore()).store, 50);

it("rolls back failed work, but not other work of the same transaction", async () => {
  const { sqlDatabase, store } = await openStore();
  const failing = sqlDatabase.write("written", async (db) => {
    await db.updateTable("league").set({ completed_round: 9 }).execute();
    throw new Error("a decision that fails");
  });
  const outcomes = await Promise.allSettled([
    store.acknowledge("round-1", ["P01"]),
    failing,
    store.acknowledge("round-1", ["P02"]),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(await store.acknowledged("round-1")).toEqual(new Set(["P01", "P02"]));
  expect(await store.completedRound()).toBeNull();
  await store.close();
});

it("acknowledges and stores no result when the disk is full, and continues when there is space", async () => {
  const { database, store } = await openStore();
  await enrol(store, ["P01", "P02"]);
  // A limit of pages simulates a full disk: SQLite returns the same code.
  database.exec("PRAGMA max_page_count = 1");
  // More than the pages that the migrations have left free.
  const large = { ...won, choices: { P01: "even".repeat(50_000), P02: "odd" } };
  await expect(store.record(large)).rejects.toThrow("the store league.sqlite cannot grow: the disk is full");
  expect(await store.result("R1M1")).toBeNull();
  expect(await store.tallies()).toMatchObject([{ played: 0 }, { played: 0 }]);
  database.exec("PRAGMA max_page_count = 10000");
  expect(await store.record(large)).toBe("recorded");
  await store.close();
});

it("reads nothing of a transaction that has not ended", async () => {
  const { sqlDatabase, store } = await openStore();
  await enrol(store, ["P01", "P02"]);
  const { promise: held, resolve: end } = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const writing = sqlDatabase.write("written", async (db) => {
    await db.updateTable("tally").set({ played: 9 }).execute();
    begun.resolve();
    await held;
    throw new Error("a decision that fails");
  });
  await begun.promise;
  const read = store.tallies();
  end();
  await expect(writing).rejects.toThrow("a decision that fails");
  expect(await read).toMatchObject([{ played: 0 }, { played: 0 }]);
  await store.close();
});

/** How the transactions of this work were committed, in order. */
async function commitsOf(work: (store: SqlStore) => Promise<unknown>): Promise<string[]> {
  const { database, store } = await openStore();
  await enrol(store, ["P01", "P02", "REF01"]);
  const exec = vi.spyOn(database, "exec");
  await work(store);
  await store.close();
  return exec.mock.calls.map(([sql]) => sql.replace("PRAGMA synchronous = ", ""));
}

it("syncs the commits of results, members and states, and no others", async () => {
  const terms = { capacity: 1, now: 0, until: 100 };
  expect(await commitsOf((store) => store.leaseMatch("R1M1", "REF01", terms))).toEqual(["NORMAL"]);
  expect(await commitsOf((store) => store.acknowledge("round-1", ["P01"]))).toEqual(["NORMAL"]);
  expect(await commitsOf((store) => store.completeRound(1))).toEqual(["NORMAL"]);
  expect(await commitsOf((store) => store.record(won))).toEqual(["FULL"]);
  expect(await commitsOf((store) => store.moveTo("LEAGUE_COMPLETE"))).toEqual(["FULL"]);
  expect(await commitsOf((store) => enrol(store, ["P03"]))).toEqual(["FULL"]);
});

it("work that arrives during a commit shares the next one", async () => {
  const work = (store: SqlStore) =>
    Promise.all([
      store.record({ ...won, match_id: "R1M1" }),
      store.record({ ...won, match_id: "R1M2" }),
      store.acknowledge("round-1", ["P01"]),
      store.record({ ...won, match_id: "R1M3" }),
    ]);
  expect(await commitsOf(work)).toEqual(["FULL", "FULL"]);
});
