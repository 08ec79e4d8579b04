/** One SQLite file, in the hands of this process alone. */
import type { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { reasonOf } from "../../files/index.js";
import type { Durability, Ground } from "../ground.js";
import { storeFault } from "../store-fault.js";
import type { Tables } from "../tables.js";
import { NodeSqliteDialect } from "./node-sqlite.js";
import { fileHint, sqliteFault } from "./sqlite-fault.js";
import { WalSync } from "./wal-sync.js";

/** A piece of work that waits for a transaction. */
interface Waiting {
  readonly work: (db: Kysely<Tables>) => Promise<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export class SqliteGround implements Ground {
  readonly shared = false;
  readonly db: Kysely<Tables>;
  readonly #database: DatabaseSync;
  readonly #file: string;
  readonly #log: WalSync;
  #waiting: Waiting[] = [];
  #writing = false;

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
    const written = new Promise<unknown>((resolve, reject) => {
      this.#waiting.push({ work, resolve, reject });
    });
    if (!this.#writing) void this.#writeAll();
    const result = (await written) as Result;
    if (durability === "synced") await this.#sync();
    return result;
  }

  /** There are no other processes. */
  async announce(): Promise<void> {}

  listen(): () => void {
    return () => {};
  }

  async close(): Promise<void> {
    await this.#log.close();
    await this.db.destroy();
  }

  /** What comes while a transaction runs shares the next one: a commit costs more than what is in it. */
  async #writeAll(): Promise<void> {
    this.#writing = true;
    while (this.#waiting.length > 0) await this.#writeTogether(this.#waiting.splice(0));
    this.#writing = false;
  }

  /** Never rejects. */
  async #writeTogether(works: readonly Waiting[]): Promise<void> {
    try {
      const settle: (() => void)[] = [];
      await this.db.transaction().execute(async (db) => {
        for (const one of works) settle.push(await this.#writeOne(one, db));
      });
      for (const tell of settle) tell();
    } catch (error) {
      for (const { reject } of works) reject(sqliteFault(error, this.#file));
    }
  }

  /** Takes back what fails, and nothing of the others. @returns what tells its caller, once all is committed */
  async #writeOne({ work, resolve, reject }: Waiting, db: Kysely<Tables>): Promise<() => void> {
    this.#database.exec("SAVEPOINT work");
    try {
      const result = await work(db);
      this.#database.exec("RELEASE work");
      return () => resolve(result);
    } catch (error) {
      // After the worst faults, such as a full disk, SQLite has taken the whole transaction back itself.
      if (!this.#database.isTransaction) throw error;
      this.#database.exec("ROLLBACK TO work; RELEASE work");
      return () => reject(sqliteFault(error, this.#file));
    }
  }

  async #sync(): Promise<void> {
    try {
      await this.#log.sync();
    } catch (error) {
      throw storeFault(
        `the store ${this.#file} does not reach the disk: ${reasonOf(error)}`,
        fileHint,
        error,
      );
    }
  }
}
