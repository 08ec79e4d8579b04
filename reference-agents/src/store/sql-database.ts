/** The database of a store in SQL. */

import { StartupError } from "@league-v2/sdk";
import type { Kysely } from "kysely";
import type { Tables } from "./tables.js";

/** `synced`: on the disk when it resolves. `written`: kept when this process ends, and may be lost in a power failure. */
export type Durability = "synced" | "written";

/** The database of a store in SQL: it is open and has the tables of this version. */
export interface SqlDatabase {
  /** Whether other processes write at the same time. */
  readonly shared: boolean;
  read<Result>(work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result>;
  /** All of the work or none; the function may be called again when the database restarts the transaction. */
  write<Result>(durability: Durability, work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result>;
  /** Called inside the transaction that records a result; other processes are notified when it is committed. */
  announce(db: Kysely<Tables>, league_id: string, match_id: string): Promise<void>;
  /** Calls the listener for each notice of other processes for a league. @returns a function that stops it */
  listen(league_id: string, listener: (match_id: string) => void): () => void;
  close(): Promise<void>;
}

/** Databases limit the values of one statement (SQLite 32,766, PostgreSQL 65,535), so long lists are split. */
const rowsAtOnce = 500;

export function* chunks<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += rowsAtOnce) {
    yield items.slice(start, start + rowsAtOnce);
  }
}

/** The content of a store's file is damaged. */
export class DamagedStore extends StartupError {
  constructor(message: string, hint: string, cause?: unknown) {
    super("DATA_INIT_FAILED", message, hint, cause);
  }
}

/** The store of a league cannot be used. @param hint what the user can do */
export function storeFault(message: string, hint: string, cause?: unknown): StartupError {
  return new StartupError("DATA_INIT_FAILED", message, hint, cause);
}
