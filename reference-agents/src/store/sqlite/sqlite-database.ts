/** One SQLite file, which no other process opens. */
import type { DatabaseSync } from "node:sqlite";
import { type CompiledQuery, Kysely, type QueryResult } from "kysely";
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

/** Of the event loop: work that arrives in every turn must not delay a commit without limit. */
const maxTurns = 4;

export class SqliteDatabase implements SqlDatabase {
  readonly shared = false;
  readonly db: Kysely<Tables>;
  readonly #dialect: NodeSqliteDialect;
  readonly #file: string;
  readonly #log: WalSync;
  #waiting: Waiting[] = [];
  /** A transaction runs, or is about to. */
  #writing = false;
  /** The number of transactions that are being synced. */
  #syncing = 0;

  /** @param database open, exclusive, in WAL mode, with synchronous = NORMAL */
  constructor(database: DatabaseSync, file: string) {
    this.#dialect = new NodeSqliteDialect(database);
    this.#file = file;
    this.#log = new WalSync(file);
    this.db = new Kysely({ dialect: this.#dialect });
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

  /** Outside of a transaction Kysely makes the statement wait for the end of the present one. */
  async execute<Row>(db: Kysely<Tables>, query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
    return db.isTransaction ? this.#dialect.run(query) : db.executeQuery(query);
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
   * Begins a transaction for all waiting work, because a commit costs more than its content. Work that must be synced
   * waits while a sync runs, and then shares the next commit and sync.
   */
  #start(): void {
    const isDue = this.#syncing === 0 || this.#waiting.some(({ durability }) => durability === "written");
    if (this.#writing || !isDue || this.#waiting.length === 0) return;
    this.#writing = true;
    void this.#gather().then(() => this.#writeTogether(this.#waiting.splice(0)));
  }

  /** Waits until a turn of the event loop has brought no further work: the matches of a round end within a few turns. */
  async #gather(): Promise<void> {
    for (let turn = 0, known = 0; turn < maxTurns && this.#waiting.length > known; turn++) {
      known = this.#waiting.length;
      await nextTurn();
    }
  }

  /** Never rejects. */
  async #writeTogether(works: readonly Waiting[]): Promise<void> {
    await this.#commit(works);
    this.#writing = false;
    this.#start();
  }

  /** Notifies all callers. If any work fails, all is rolled back, and each piece is done again in its own transaction. */
  async #commit(works: readonly Waiting[]): Promise<void> {
    let results: readonly unknown[];
    try {
      results = await this.db.transaction().execute((db) => inTurn(works, ({ work }) => work(db)));
    } catch (error) {
      if (works.length === 1) for (const { reject } of works) reject(sqliteFault(error, this.#file));
      else for (const one of works) await this.#commit([one]);
      return;
    }
    const isSynced = works.some(({ durability }) => durability === "synced");
    const synced = isSynced ? this.#sync() : Promise.resolve();
    for (const [index, { durability, resolve, reject }] of works.entries()) {
      if (durability === "synced") void synced.then(() => resolve(results[index]), reject);
      else resolve(results[index]);
    }
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

async function inTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}
