/** One SQLite file, which no other process opens. */
import type { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { reasonOf } from "../../files/index.js";
import type { Durability, SqlDatabase } from "../sql-database.js";
import { storeFault } from "../store-fault.js";
import type { Tables } from "../tables.js";
import { nextTurn } from "./next-turn.js";
import { NodeSqliteDialect } from "./node-sqlite.js";
import { fileHint, sqliteFault } from "./sqlite-fault.js";
import { WalSync } from "./wal-sync.js";

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
  readonly #log: WalSync;
  #waiting: Waiting[] = [];
  /** A transaction runs, or is about to. */
  #writing = false;
  /** The number of transactions that are being synced. */
  #syncing = 0;

  /** @param database open, exclusive, in WAL mode, with synchronous = NORMAL */
  constructor(database: DatabaseSync, file: string) {
    this.#database = database;
    this.#file = file;
    this.#log = new WalSync(file);
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
    while (this.#writing || this.#syncing > 0) await nextTurn();
    await this.#log.close();
    await this.db.destroy();
  }

  /**
   * Begins a transaction for all waiting work after this turn of the event loop, because a commit costs more than its
   * content. Work that must be synced waits while a sync runs, and then shares the next commit and sync.
   */
  #start(): void {
    const isDue = this.#syncing === 0 || this.#waiting.some(({ durability }) => durability === "written");
    if (this.#writing || !isDue || this.#waiting.length === 0) return;
    this.#writing = true;
    void nextTurn().then(() => this.#writeTogether(this.#waiting.splice(0)));
  }

  /** Never rejects. */
  async #writeTogether(works: readonly Waiting[]): Promise<void> {
    try {
      const settle: ((synced: Promise<void>) => void)[] = [];
      await this.db.transaction().execute(async (db) => {
        const [first] = works;
        // A single piece of work needs no savepoint: it is rolled back with its transaction.
        if (works.length === 1 && first !== undefined) settle.push(await this.#run(first, db));
        else for (const one of works) settle.push(await this.#writeOne(one, db));
      });
      const isSynced = works.some(({ durability }) => durability === "synced");
      const synced = isSynced ? this.#sync() : Promise.resolve();
      // Each caller gets the error of a failed sync; if all their work failed, there is no caller to notify.
      synced.catch(() => {});
      for (const notify of settle) notify(synced);
    } catch (error) {
      for (const { reject } of works) reject(sqliteFault(error, this.#file));
    }
    this.#writing = false;
    this.#start();
  }

  /** Rolls back failed work, but not the others' work. @returns a function that notifies its caller once all is committed */
  async #writeOne(one: Waiting, db: Kysely<Tables>): Promise<(synced: Promise<void>) => void> {
    this.#database.exec("SAVEPOINT work");
    try {
      const settle = await this.#run(one, db);
      this.#database.exec("RELEASE work");
      return settle;
    } catch (error) {
      // After severe errors, such as a full disk, SQLite has rolled back the whole transaction itself.
      if (!this.#database.isTransaction) throw error;
      this.#database.exec("ROLLBACK TO work; RELEASE work");
      return () => one.reject(sqliteFault(error, this.#file));
    }
  }

  /** @returns a function that notifies its caller once all is committed */
  async #run(
    { durability, work, resolve, reject }: Waiting,
    db: Kysely<Tables>,
  ): Promise<(synced: Promise<void>) => void> {
    const result = await work(db);
    return (synced) =>
      durability === "synced" ? void synced.then(() => resolve(result), reject) : resolve(result);
  }

  async #sync(): Promise<void> {
    this.#syncing += 1;
    try {
      await this.#log.sync();
    } catch (error) {
      throw storeFault(
        `the store ${this.#file} does not reach the disk: ${reasonOf(error)}`,
        fileHint,
        error,
      );
    } finally {
      this.#syncing -= 1;
      this.#start();
    }
  }
}
