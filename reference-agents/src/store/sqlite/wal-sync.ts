/** Syncs committed transactions to the disk without blocking the process, several commits with one sync. */
import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * SQLite itself syncs its write-ahead log after a commit only with synchronous = FULL, and the whole process waits.
 * The same sync from outside is equivalent: a log that is complete up to a commit is recovered up to it, and a checkpoint
 * syncs the log before it moves pages, and the database before it restarts the log (https://sqlite.org/wal.html).
 */
export class WalSync {
  readonly #database: string;
  #log: FileHandle | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #failure: unknown;

  /** @param database the path of the database; its log is in the same folder */
  constructor(database: string) {
    this.#database = database;
  }

  /**
   * Resolves when all that was committed before the call is on the disk.
   * After a failure every call rejects: the system may have dropped the pages that it could not write, so a later
   * successful sync would prove nothing.
   */
  sync(): Promise<void> {
    if (this.#running === undefined) return this.#start();
    // The running sync may have begun before the last commit.
    this.#next ??= this.#running.then(
      () => this.#start(),
      () => this.#start(),
    );
    return this.#next;
  }

  async close(): Promise<void> {
    await this.#next?.catch(() => {});
    await this.#running?.catch(() => {});
    await this.#log?.close();
    this.#log = undefined;
  }

  #start(): Promise<void> {
    this.#next = undefined;
    const running = this.#sync().finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }

  async #sync(): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    try {
      this.#log ??= await this.#open();
      await this.#log?.datasync();
    } catch (error) {
      this.#failure = error;
      throw error;
    }
  }

  /** Undefined before the first write: SQLite makes the log with the first page. */
  async #open(): Promise<FileHandle | undefined> {
    try {
      const log = await open(`${this.#database}-wal`, "r+");
      // A new file is lost in a power failure unless its folder is synced too.
      const folder = await open(dirname(this.#database), "r");
      await folder.sync().finally(() => folder.close());
      return log;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
  }
}
