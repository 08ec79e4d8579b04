import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** The source of specification files: a disk, or memory in tests. The generator does not access the file system directly. */
export interface Source {
  /** The name in messages; the first part of every path in messages and preambles. */
  readonly label: string;
  /** The one OpenRPC document, or null for a folder with the layout of this project's `spec/`. */
  readonly document: string | null;
  /** The sorted paths of all files, with forward slashes. */
  list(): readonly string[];
  /** The text of a file, or null if there is none. */
  read(path: string): string | null;
}

/** A folder. Its name is the label, so that output does not depend on the place of the folder. */
export function folderSource(folder: string): Source {
  return {
    label: basename(resolve(folder)),
    document: null,
    list: () =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .map((path) => path.replaceAll("\\", "/"))
        .filter((path) => /\.(ya?ml|json)$/.test(path))
        .sort(),
    read: (path) => readOrNull(join(folder, path)),
  };
}

/** One OpenRPC document, which may refer to files next to it. */
function fileSource(file: string): Source {
  return {
    label: basename(file),
    document: basename(file),
    list: () => [basename(file)],
    read: (path) => readOrNull(join(dirname(file), path)),
  };
}

/** The folder or file at the path. */
export function openSource(path: string): Source {
  return statSync(path).isDirectory() ? folderSource(path) : fileSource(path);
}

function readOrNull(file: string): string | null {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(file, "utf8") : null;
}
