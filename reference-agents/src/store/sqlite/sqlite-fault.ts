/** Describes the error of a SQLite file for its user. */
import { reasonOf } from "../../files/index.js";
import { storeFault } from "../store-fault.js";

export const fileHint =
  "See that the folder of the file exists and can be written to, and that no other manager uses it; --store names another one.";

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
  const what = words[code & primaryCode] ?? `failed: ${reasonOf(error)}`;
  return storeFault(`the store ${file} ${what}`, fileHint, error);
}

const primaryCode = 0xff;

function codeOf(error: unknown): number | null {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  return code === "ERR_SQLITE_ERROR" && typeof errcode === "number" ? errcode : null;
}
