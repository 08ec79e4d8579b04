import { readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { storeContract } from "@league-v2/sdk/testing";
import { afterEach, describe, expect, it, vi } from "vitest";
import { modelContract } from "../../../../sdk/src/testing/contract-tests/model-based.fixture.js";
import { enrol, member, rounds, won } from "../../../../sdk/src/testing/contract-tests/samples.js";
import { newFolder } from "../../../../tools/gate/temporary-folder.js";
import { migrate } from "../migrate.js";
import { SqlStore } from "../sql-store.js";
import { ensureLeague } from "../state.js";
import { openSqlite } from "./open-sqlite.js";
import { SqliteDatabase } from "./sqlite-database.js";

const newFile = () => join(newFolder(), "data", "league.sqlite");
const openFile = (file: string, leagueId?: string) =>
  openSqlite({ file, leagueId, newLeagueId: () => "league_new" });

const opened: SqlStore[] = [];
afterEach(() => Promise.all(opened.splice(0).map((store) => store.close())));

describe("the contract of a store", () => {
  storeContract({ it, expect }, async () => {
    const store = await openFile(newFile());
    opened.push(store);
    return store;
  });
});

describe("a league in a SQLite file", () => {
  it("is unchanged when the file is opened again", async () => {
    const file = newFile();
    const first = await openFile(file, "league_7");
    await enrol(first, ["P01", "P02", "REF01"]);
    await first.begin(() => ({ rounds }));
    await first.leaseMatch("R1M1", "REF01", { capacity: 1, now: 0, until: 100 });
    await first.record(won);
    await first.acknowledge("round-1", ["P01"]);
    await first.close();

    const again = await openFile(file);
    expect(again.league_id).toBe("league_7");
    expect(await again.state()).toBe("RUNNING_LEAGUE");
    expect(await again.members("player")).toEqual([member("P01"), member("P02")]);
    expect(await again.holdsToken("P01", "token-of-P01")).toBe(true);
    expect(await again.schedule()).toEqual(rounds);
    expect(await again.isAssigned("R1M1", "REF01")).toBe(true);
    expect(await again.record(won)).toBe("repeated");
    expect(await again.tallies()).toMatchObject([{ played: 1, points: 3 }, { played: 1 }]);
    expect(await again.acknowledged("round-1")).toEqual(new Set(["P01"]));
    await again.close();
  });

  it("has file mode 0600, and contains no token", async () => {
    const file = newFile();
    const store = await openFile(file);
    await enrol(store, ["P01"]);
    for (const part of [file, `${file}-wal`]) {
      expect(statSync(part).mode & 0o777).toBe(0o600);
      expect(readFileSync(part, "latin1")).not.toContain("token-of-P01");
    }
    await store.close();
  });

  it("rejects all calls after it is closed", async () => {
    const store = await openFile(newFile());
    await store.tallies();
    await store.close();
    await expect(store.state()).rejects.toThrow();
    await expect(store.tallies()).rejects.toThrow();
  });
});

describe("a file that is refused as a store", () => {
  const refused = (file: string, leagueId?: string) => expect(openFile(file, leagueId)).rejects;

  it("is a file in use by another manager, until that one has ended", async () => {
    const file = newFile();
    await (await openFile(file)).close();
    const other = new DatabaseSync(file);
    other.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT");
    await refused(file).toThrow(/is in use by another process/);
    other.close();
    await (await openFile(file)).close();
  });

  it("is a file that is not a database", async () => {
    const file = join(newFolder(), "notes.txt");
    writeFileSync(file, "A text that is much longer than the header of a database. ".repeat(100));
    await refused(file).toMatchObject({
      name: "DATA_INIT_FAILED",
      message: expect.stringMatching(/notes\.txt is not a SQLite database/),
    });
  });

  it("is a file that a newer program has written", async () => {
    const file = newFile();
    await (await openFile(file)).close();
    const database = new DatabaseSync(file);
    database.exec("INSERT INTO kysely_migration VALUES ('9999-future', '2099-01-01')");
    database.close();
    await refused(file).toThrow(/does not support \(9999-future\): a newer version has written it/);
  });

  it("is a file with another league", async () => {
    const file = newFile();
    await (await openFile(file, "league_1")).close();
    await refused(file, "league_2").toThrow(/holds league "league_1", not "league_2"/);
  });

  it("is a folder", async () => {
    await refused(tmpdir()).toMatchObject({ name: "DATA_INIT_FAILED" });
  });
});

const league_id = "league_1";

async function openInMemory() {
  const database = new DatabaseSync(":memory:");
  const sqlDatabase = new SqliteDatabase(database, "league.sqlite");
  await migrate(sqlDatabase.db, "the store");
  await sqlDatabase.write("synced", (db) => ensureLeague({ db, league_id, shared: false }));
  return { database, sqlDatabase, store: new SqlStore(sqlDatabase, league_id) };
}

modelContract(async () => (await openInMemory()).store, 50);

it("rolls back failed work, but not other work of the same transaction", async () => {
  const { sqlDatabase, store } = await openInMemory();
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
  const { database, store } = await openInMemory();
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
  const { sqlDatabase, store } = await openInMemory();
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
  const { database, store } = await openInMemory();
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
