import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { getSystemErrorMessage } from "node:util";
import { type Output, PREAMBLE } from "../print/file.js";

/** One file in which the folder and the generator's output differ. */
export interface Difference {
  readonly path: string;
  /** The content in the folder; null for a missing file. */
  readonly present: string | null;
  /** The generated content; null for a file that is no longer generated. */
  readonly wanted: string | null;
}

/**
 * The differences between a folder and the generated files, byte by byte. In a folder with generated files no other emitted file is
 * left; tests and package files next to it stay.
 */
export function differences(folder: string, outputs: readonly Output[]): Difference[] {
  const wanted = new Map(outputs.map(({ path, text }) => [path, text]));
  const contentOf = (path: string) => {
    const file = join(folder, path);
    return existsSync(file) ? readFileSync(file, "utf8") : null;
  };
  const changed = outputs
    .map(({ path, text }): Difference => ({ path, present: contentOf(path), wanted: text }))
    .filter((each) => each.present !== each.wanted);
  const owned = outputs.map(({ path }) => path.split("/")).filter((parts) => parts.length > 1);
  const stale = [...new Set(owned.map(([part = ""]) => part))]
    .filter((part) => existsSync(join(folder, part)))
    .flatMap((part) => readdirSync(join(folder, part), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .filter((path) => !wanted.has(path))
    .map((path): Difference => ({ path, present: contentOf(path), wanted: null }))
    // A file that was written by hand has no preamble, and stays.
    .filter(({ present }) => present?.slice(0, 400).includes(PREAMBLE));
  return [...changed, ...stale];
}

/** Applies the changes to the folder. Files that are equal already keep their time stamps. */
export function apply(folder: string, changes: readonly Difference[]): void {
  for (const { path, wanted } of changes) {
    const file = join(folder, path);
    if (wanted === null) rmSync(file);
    else writeFile(file, wanted);
  }
}

const MAX_FILES = 12;

/** The differences as text: the files, and the first line in which each differs. */
export function describeDifferences(folder: string, found: readonly Difference[]): string {
  const listed = found.slice(0, MAX_FILES).map((difference) => describe(folder, difference));
  const rest = found.length - listed.length;
  return [...listed, ...(rest > 0 ? [`… and ${rest} more files`] : [])].join("\n");
}

function describe(folder: string, { path, present, wanted }: Difference): string {
  if (present === null) return `missing  ${folder}/${path}`;
  if (wanted === null) return `stale    ${folder}/${path}: nothing in the specification leads to it`;
  const [before, after] = [present.split("\n"), wanted.split("\n")];
  let at = 0;
  while (before[at] === after[at]) at++;
  const [is, gives] = [before, after].map((lines) => lines[at] ?? "(the file has ended)");
  return `differs  ${folder}/${path}\n  line ${at + 1}:\n  - ${is}\n  + ${gives}`;
}

/** Where the commands write. */

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
