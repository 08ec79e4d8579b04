import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { storeContract } from "@league-v2/sdk/testing";
import { afterEach, describe, expect, it } from "vitest";
import { enrol, member, rounds, won } from "../../../../sdk/src/testing/contract-tests/samples.js";
import type { SqlStore } from "../sql-store.js";
import { openSqlite } from "./open-sqlite.js";

const newFile = () => join(mkdtempSync(join(tmpdir(), "league-store-")), "data", "league.sqlite");
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
    const file = join(mkdtempSync(join(tmpdir(), "league-store-")), "notes.txt");
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
