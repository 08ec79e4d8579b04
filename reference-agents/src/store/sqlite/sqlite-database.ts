/** One SQLite file, which no other process opens. */
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
} from "kysely";
import { reasonOf } from "../../files/index.js";
import { DamagedStore, type Durability, type SqlDatabase, storeFault, type Tables } from "../sql-database.js";

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

/** Kysely's own dialect is for better-sqlite3, whose interface is similar to `node:sqlite`. */
class NodeSqliteDialect extends SqliteDialect {
  readonly #driver: () => Driver;

  /** @param database open; closed with the Kysely instance */
  constructor(database: DatabaseSync) {
    const prepare = (sql: string) => statementOf(database.prepare(sql));
    const config = { database: { prepare, close: () => database.close() } };
    super(config);
    this.#driver = () => new ForgivingDriver(config, database);
  }

  override createDriver(): Driver {
    return this.#driver();
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

/** After severe errors, such as a full disk, SQLite has rolled back the transaction itself. */
class ForgivingDriver extends SqliteDriver {
  readonly #database: DatabaseSync;

  constructor(config: SqliteDialectConfig, database: DatabaseSync) {
    super(config);
    this.#database = database;
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }
}

/** Runs migrations in a transaction, which SQLite supports and Kysely does not use, so that none is applied in part. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): true {
    return true;
  }
}

function statementOf(statement: StatementSync): SqliteStatement {
  const values = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  };
}

export const fileHint =
  "See that the folder of the file exists and can be written to, and that no other manager uses it; --store names another one.";

const damageHint = "Move it away, or name another file with --store, to begin another league.";

/** The codes of a file whose content is wrong; its permissions are not the reason. */
const damaged: readonly number[] = [11, 26];

/** Result codes of SQLite (https://sqlite.org/rescode.html), without their extensions. */
const words: Readonly<Record<number, string>> = {
  5: "is in use by another process; SQLite serves one league manager at a time",
  8: "cannot be written to",
  11: "is damaged",
  13: "cannot grow: the disk is full",
  14: "cannot be opened",
  26: "is not a SQLite database",
};

/** Converts a SQLite error; returns any other error unchanged. */
export function sqliteFault(error: unknown, file: string): unknown {
  const code = codeOf(error);
  if (code === null) return error;
  const primary = code & primaryCode;
  const what = `the store ${file} ${words[primary] ?? `failed: ${reasonOf(error)}`}`;
  return damaged.includes(primary)
    ? new DamagedStore(what, damageHint, error)
    : storeFault(what, fileHint, error);
}

/** @throws DamagedStore for a file that opens, and whose pages or indexes are wrong */
export function assertSound(database: DatabaseSync, file: string): void {
  const { quick_check: found } = database.prepare("PRAGMA quick_check(1)").get() ?? {};
  if (found !== "ok") throw new DamagedStore(`the store ${file} is damaged: ${found}`, damageHint);
}

const primaryCode = 0xff;

function codeOf(error: unknown): number | null {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  return code === "ERR_SQLITE_ERROR" && typeof errcode === "number" ? errcode : null;
}
