import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { type Output, PREAMBLE } from "../print/file.js";
import { writeFile } from "./write-file.js";

/** One file in which the folder and the generator's output differ. */
export interface Difference {
  readonly path: string;
  /** The content in the folder; null for a missing file. */
  readonly present: string | null;
  /** The generated content; null for a file that is no longer generated. */
  readonly wanted: string | null;
}

/**
 * The differences between a folder and the generated files, byte by byte.
 * @param owned the parts in which no other emitted file is left; tests and package files next to them stay.
 */
export function differences(
  folder: string,
  outputs: readonly Output[],
  owned: readonly string[],
): Difference[] {
  const found: Difference[] = [];
  for (const { path, text } of outputs) {
    const present = readOrNull(join(folder, path));
    if (present !== text) found.push({ path, present, wanted: text });
  }
  const wanted = new Set(outputs.map((output) => output.path));
  for (const path of presentFiles(folder, owned)) {
    if (wanted.has(path)) continue;
    const present = readFileSync(join(folder, path), "utf8");
    if (isEmitted(present)) found.push({ path, present, wanted: null });
  }
  return found;
}

/** Applies the changes to the folder. Files that are equal already keep their time stamps. */
export function apply(folder: string, changes: readonly Difference[]): void {
  for (const { path, wanted } of changes) {
    const file = join(folder, path);
    if (wanted === null) rmSync(file);
    else writeFile(file, wanted);
  }
}

function readOrNull(file: string): string | null {
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

function presentFiles(folder: string, owned: readonly string[]): string[] {
  return owned
    .filter((part) => existsSync(join(folder, part)))
    .flatMap((part) =>
      readdirSync(join(folder, part), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/")),
    );
}

/** A file that was written by hand has no preamble, and stays. */
function isEmitted(text: string): boolean {
  return text.slice(0, 400).includes(PREAMBLE);
}
