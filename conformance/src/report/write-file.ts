import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { pid } from "node:process";

/** A requested file could not be written. The message names the file and the cause; the process ends with status 2. */
export class ReportWriteError extends Error {
  override readonly name = "ReportWriteError";
  readonly path: string;

  constructor(path: string, reason: string, cause?: unknown) {
    super(`cannot write ${path}: ${reason}`, cause === undefined ? {} : { cause });
    this.path = path;
  }
}

/** Creates the folder of a report before the run and writes a draft there, so that a wrong path is reported early. */
export function prepareFile(path: string): void {
  if (path === "") throw new ReportWriteError('""', "it is no path");
  try {
    mkdirSync(dirname(path), { recursive: true });
    const existing = statSync(path, { throwIfNoEntry: false });
    if (existing?.isDirectory()) throw new ReportWriteError(path, "it is a folder");
    if (existing !== undefined) return;
    writeFileSync(draftOf(path), "");
    rmSync(draftOf(path));
  } catch (error) {
    throw asWriteError(path, error);
  }
}

/**
 * Writes a file atomically: under another name in the same folder, then renamed. A link is followed, and anything but a
 * plain file (`/dev/stdout`, a pipe) is written to and never replaced.
 */
export async function writeAtomically(path: string, content: string): Promise<void> {
  try {
    prepareFile(path);
    const existing = await stat(path).catch(() => undefined);
    if (existing !== undefined && !existing.isFile()) return await writeFile(path, content);
    const target = existing === undefined ? path : await realpath(path);
    await writeThenRename(target, content);
  } catch (error) {
    throw asWriteError(path, error);
  }
}

async function writeThenRename(target: string, content: string): Promise<void> {
  const draft = draftOf(target);
  try {
    await writeFile(draft, content);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

function draftOf(path: string): string {
  return `${path}.${pid}.tmp`;
}

function asWriteError(path: string, error: unknown): ReportWriteError {
  if (error instanceof ReportWriteError) return error;
  const code = (error as NodeJS.ErrnoException).code ?? "";
  const reason = reasons[code] ?? (error instanceof Error ? error.message : String(error));
  return new ReportWriteError(path, code === "" ? reason : `${reason} (${code})`, error);
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "no permission to write there",
  EPERM: "no permission to write there",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EISDIR: "it is a folder",
  ENOENT: "no file can be made there",
  ENAMETOOLONG: "the name is too long",
  ENOTDIR: "a part of the path is a file, not a folder",
  EEXIST: "a part of the path is a file, not a folder",
};
