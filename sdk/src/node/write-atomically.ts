/** Files that are complete or as they were, with one line that says why not; and no write goes on without end. */
import { constants, fsync } from "node:fs";
import { type FileHandle, mkdir, open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import util from "node:util";
import { systemClock } from "../platform/system-clock.js";

/** A file could not be written. The message has one line, with the path and the reason. */
export class WriteError extends Error {
  override readonly name = "WriteError";
  readonly path: string;

  constructor(path: string, reason: string, cause?: unknown) {
    super(`cannot write ${path}: ${reason}`, cause === undefined ? {} : { cause });
    this.path = path;
  }
}

/**
 * Writes a temporary file next to the target, flushes it to the disk, and renames it: a reader sees the complete old file or the
 * complete new one, also after a crash. Folders are made if they are missing. A link is followed, and anything but a plain file
 * (`/dev/stdout`, a pipe) is written to and never replaced.
 * @param mode who may read it; for a secret 0o600
 * @throws WriteError
 */
export async function writeAtomically(path: string, text: string, mode = 0o666): Promise<void> {
  await orWriteError(path, async () => {
    const place = await placeOf(path);
    if (place.isFile) await replace(place.path, text, mode);
    else await writeThrough(path, text);
  });
}

/** Makes the folder of a file, and tries to write there: before the work whose result it will have. @throws WriteError */
export async function assertWritable(path: string): Promise<void> {
  await orWriteError(path, async () => {
    const place = await placeOf(path);
    if (!place.isFile) return;
    const draft = draftOf(place.path);
    try {
      await (await openIn(draft, 0o600)).close();
      // Only in a folder that exists is a name known to be too long.
      await placeOf(path);
    } finally {
      await rm(draft, { force: true });
    }
  });
}

/** Node's own recursive `mkdir` never ends where no folder can be made (`/proc/x/y`), and hides a read-only file system. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const parent = dirname(path);
    if (await isFolder(path)) return;
    if (codeOf(error) !== "ENOENT" || parent === path) throw error;
    if (!(await isFolder(parent))) await makeFolder(parent);
    // Another call may have made the parent in the meantime, or this folder.
    await mkdir(path).catch(async (again: unknown) => {
      if (!(await isFolder(path))) throw again;
    });
  }
}

/** `no space left on device (ENOSPC)`; the message of an error that is not the system's. */
export function systemReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, errno } = error as NodeJS.ErrnoException;
  return errno === undefined ? error.message : `${util.getSystemErrorMessage(errno)} (${code})`;
}

async function orWriteError(path: string, write: () => Promise<void>): Promise<void> {
  try {
    if (path === "") throw new WriteError('""', "it is no path");
    await write();
  } catch (error) {
    throw error instanceof WriteError ? error : new WriteError(path, systemReason(error), error);
  }
}

/** Where the text goes: the target of a link; and whether it is, or will be, a plain file. */
async function placeOf(path: string): Promise<{ readonly path: string; readonly isFile: boolean }> {
  const existing = await stat(path).catch((error: unknown) => {
    if (codeOf(error) !== "ENOENT") throw error;
  });
  if (existing === undefined) return { path, isFile: true };
  if (existing.isDirectory()) throw new WriteError(path, "it is a folder");
  return { path: existing.isFile() ? await realpath(path) : path, isFile: existing.isFile() };
}

async function replace(path: string, text: string, mode: number): Promise<void> {
  const draft = draftOf(path);
  try {
    const file = await openIn(draft, mode);
    try {
      await file.writeFile(text);
      await toDisk(file.fd);
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Yarn's Plug'n'Play replaces `FileHandle`, and its `sync` is "not implemented". */
const toDisk = util.promisify(fsync);

/** Makes drafts unique in this process: one file may be written twice at the same time. */
let drafts = 0;

/** With a short name, so that every name that the file system allows can be written. */
function draftOf(path: string): string {
  return join(dirname(path), `.${basename(path).slice(0, 40)}.${process.pid}-${++drafts}.tmp`);
}

async function openIn(path: string, mode: number): Promise<FileHandle> {
  try {
    return await open(path, "w", mode);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
    await makeFolder(dirname(path));
    return open(path, "w", mode);
  }
}

/** How long a pipe may be full, and how often it is tried. */
const [longestMs, pauseMs] = [30_000, 20];

/** To a device or a pipe; a pipe without a reader, or whose reader has stopped, is an error and does not hold the process. */
async function writeThrough(path: string, text: string): Promise<void> {
  const file = await open(path, constants.O_WRONLY | constants.O_NONBLOCK);
  try {
    let rest = Buffer.from(text);
    let waitedMs = 0;
    while (rest.length > 0) {
      try {
        rest = rest.subarray((await file.write(rest)).bytesWritten);
        waitedMs = 0;
      } catch (error) {
        if (codeOf(error) !== "EAGAIN" || waitedMs >= longestMs) throw error;
        waitedMs += pauseMs;
        await new Promise<void>((resolve) => systemClock.after(pauseMs, resolve));
      }
    }
  } finally {
    await file.close();
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
