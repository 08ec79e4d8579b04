/** Describes the error of a SQLite file for its user. */
import type { DatabaseSync } from "node:sqlite";
import { reasonOf } from "../../files/index.js";
import { DamagedStore, storeFault } from "../sql-database.js";

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
