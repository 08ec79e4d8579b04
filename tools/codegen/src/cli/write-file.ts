/** Where the commands write. */
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { getSystemErrorMessage } from "node:util";

/** A file or a folder could not be written. The message has one line. */
export class WriteError extends Error {
  constructor(path: string, cause: unknown) {
    super(`cannot write ${path}: ${systemReason(cause)}`, { cause });
  }
}

/** Makes the folder of the file if it is missing. @throws WriteError */
export function writeFile(path: string, text: string): void {
  try {
    makeFolder(dirname(path));
    writeFileSync(path, text);
  } catch (error) {
    throw new WriteError(path, error);
  }
}

/** Node's own recursive `mkdirSync` never ends where no folder can be made (`/proc/x/y`), and hides a read-only file system. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    const parent = dirname(path);
    if (isFolder(path)) return;
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || isFolder(parent)) throw error;
    makeFolder(parent);
    makeFolder(path);
  }
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** `no space left on device (ENOSPC)` */
export function systemReason(error: unknown): string {
  const { message, code, errno } = error as NodeJS.ErrnoException;
  return errno === undefined ? message : `${getSystemErrorMessage(errno)} (${code})`;
}

/** The output of a command; tests collect it. */
export interface Terminal {
  out(text: string): void;
  error(text: string): void;
}
