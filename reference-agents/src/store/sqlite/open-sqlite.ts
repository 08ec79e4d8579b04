/** The store of one manager on one machine: a file. */
import { open } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { makeFolder } from "@league-v2/sdk/node";
import { reasonOf } from "../../files/index.js";
import { migrate } from "../migrate.js";
import { storeFault } from "../sql-database.js";
import { SqlStore } from "../sql-store.js";
import { ensureLeague } from "../state.js";
import { assertSound, fileHint, SqliteDatabase, sqliteFault } from "./sqlite-database.js";

export interface SqliteOptions {
  readonly file: string;
  /** The league of the file; undefined for the league that is in the file. */
  readonly leagueId?: string | undefined;
  /** The id of a new league in an empty file, if `leagueId` is undefined. */
  readonly newLeagueId: () => string;
}

/** The time that a stopping manager may take to close its file. */
const handOverMs = 2000;

/** 16 MB: a checkpoint blocks the process, so it runs only once in some thousand matches. */
const pagesPerCheckpoint = 4000;

/** Only the owner may read the file, because it contains hashes of tokens. */
const ownersOnly = 0o600;

/**
 * Opens the file, or makes it. It contains one league, and is locked by this process until the store is closed or the
 * process ends in any way.
 * @throws StartupError DATA_INIT_FAILED for a file that is no database, that a newer program has written, that another
 *   process uses, or that holds another league
 */
export async function openSqlite({ file, leagueId, newLeagueId }: SqliteOptions): Promise<SqlStore> {
  const path = resolve(file);
  await make(path);
  const database = await exclusive(path);
  const sqlDatabase = new SqliteDatabase(database, path);
  try {
    await migrate(sqlDatabase.db, `the store ${path}`);
    const held = await leagueIn(sqlDatabase);
    if (held !== null && leagueId !== undefined && held !== leagueId) {
      throw storeFault(
        `the store ${path} holds league "${held}", not "${leagueId}"`,
        "Go on with that league, or name another file with --store.",
      );
    }
    const league_id = held ?? leagueId ?? newLeagueId();
    await sqlDatabase.write("synced", (db) => ensureLeague({ db, league_id, shared: false }));
    return new SqlStore(sqlDatabase, league_id);
  } catch (error) {
    await sqlDatabase.close();
    throw sqliteFault(error, path);
  }
}

async function make(path: string): Promise<void> {
  try {
    await makeFolder(dirname(path));
    await (await open(path, "a", ownersOnly)).close();
  } catch (error) {
    throw storeFault(`the store ${path} cannot be opened: ${reasonOf(error)}`, fileHint, error);
  }
}

/** Takes SQLite's own lock, which ends with the process. */
async function exclusive(path: string): Promise<DatabaseSync> {
  const { DatabaseSync } = await nodeSqlite();
  const database = new DatabaseSync(path, { timeout: handOverMs, enableForeignKeyConstraints: true });
  try {
    database.exec("PRAGMA locking_mode = EXCLUSIVE");
    database.exec("PRAGMA journal_mode = WAL");
    database.exec(`PRAGMA wal_autocheckpoint = ${pagesPerCheckpoint}`);
    database.exec("BEGIN IMMEDIATE; COMMIT");
    assertSound(database, path);
    return database;
  } catch (error) {
    database.close();
    throw sqliteFault(error, path);
  }
}

/** Loaded when a store is opened: an older Node does not have it. */
async function nodeSqlite() {
  try {
    return await import("node:sqlite");
  } catch (error) {
    throw storeFault(
      `this Node.js (${process.version}) has no SQLite`,
      "Use Node.js 22.16 or newer, or --store memory or postgres://… instead of a file.",
      error,
    );
  }
}

async function leagueIn(sqlDatabase: SqliteDatabase): Promise<string | null> {
  const row = await sqlDatabase.read((db) => db.selectFrom("league").select("league_id").executeTakeFirst());
  return row?.league_id ?? null;
}
