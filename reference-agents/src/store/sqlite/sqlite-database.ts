/** One SQLite file, which no other process opens. */
import type { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import type { Durability, SqlDatabase } from "../sql-database.js";
import type { Tables } from "../tables.js";
import { NodeSqliteDialect } from "./node-sqlite.js";
import { sqliteFault } from "./sqlite-fault.js";

/** A piece of work that waits for a transaction. */
interface Waiting {
  readonly durability: Durability;
  readonly work: (db: Kysely<Tables>) => Promise<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export class SqliteDatabase implements SqlDatabase {
  readonly shared = false;
  readonly db: Kysely<Tables>;
  readonly #database: DatabaseSync;
  readonly #file: string;
  #waiting: Waiting[] = [];
  /** Never rejects; undefined while no transaction runs. */
  #writing: Promise<void> | undefined;

  /** @param database open, exclusive, in WAL mode */
  constructor(database: DatabaseSync, file: string) {
    this.#database = database;
    this.#file = file;
    this.db = new Kysely({ dialect: new NodeSqliteDialect(database) });
  }

  async read<Result>(work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result> {
    try {
      return await work(this.db);
    } catch (error) {
      throw sqliteFault(error, this.#file);
    }
  }

  async write<Result>(
    durability: Durability,
    work: (db: Kysely<Tables>) => Promise<Result>,
  ): Promise<Result> {
    const settled = new Promise<unknown>((resolve, reject) => {
      this.#waiting.push({ durability, work, resolve, reject });
    });
    this.#start();
    return (await settled) as Result;
  }

  /** Does nothing, because no other process uses the file. */
  async announce(): Promise<void> {}

  listen(): () => void {
    return () => {};
  }

  /** Pending work is written first. */
  async close(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
    await this.db.destroy();
  }

  /** Begins a transaction for all work that waited for the end of the last one: a commit costs more than its content. */
  #start(): void {
    if (this.#writing !== undefined || this.#waiting.length === 0) return;
    this.#writing = this.#writeTogether(this.#waiting.splice(0));
  }

  /** Never rejects. */
  async #writeTogether(works: readonly Waiting[]): Promise<void> {
    await this.#commit(works);
    this.#writing = undefined;
    this.#start();
  }

  /** Notifies all callers. If any work fails, all is rolled back, and each piece is done again in its own transaction. */
  async #commit(works: readonly Waiting[]): Promise<void> {
    let results: readonly unknown[];
    try {
      // SQLite itself syncs the commit, before anything of it can be read.
      const isSynced = works.some(({ durability }) => durability === "synced");
      this.#database.exec(`PRAGMA synchronous = ${isSynced ? "FULL" : "NORMAL"}`);
      results = await this.db.transaction().execute((db) => inTurn(works, ({ work }) => work(db)));
    } catch (error) {
      if (works.length === 1) for (const { reject } of works) reject(sqliteFault(error, this.#file));
      else for (const one of works) await this.#commit([one]);
      return;
    }
    for (const [index, { resolve }] of works.entries()) resolve(results[index]);
  }
}

async function inTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}
