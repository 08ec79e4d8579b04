import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";

/** The source of specification files: a disk, or memory in tests. The generator does not access the file system directly. */
export interface Source {
  /** The name in messages; the first part of every path in messages and preambles. */
  readonly label: string;
  /** The sorted paths of all files, with forward slashes. */
  list(): readonly string[];
  /** The text of a file that `list` returned. */
  read(path: string): string;
}

/** A folder. Its name is the label, so that output does not depend on the place of the folder. */
export function folderSource(folder: string): Source {
  return {
    label: basename(resolve(folder)),
    list: () =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .map((path) => path.replaceAll("\\", "/"))
        .filter((path) => /\.(ya?ml|json)$/.test(path))
        .sort(),
    read: (path) => readFileSync(join(folder, path), "utf8"),
  };
}

/** A single file: a foreign OpenRPC document. */
export function fileSource(file: string): Source {
  return {
    label: basename(file),
    list: () => [basename(file)],
    read: () => readFileSync(file, "utf8"),
  };
}

/** Files by path. */
export function memorySource(label: string, files: Readonly<Record<string, string>>): Source {
  return {
    label,
    list: () => Object.keys(files).sort(),
    read: (path) => {
      const text = files[path];
      if (text === undefined) throw new Error(`there is no file ${path}`);
      return text;
    },
  };
}

/** A copy in memory with some files replaced, for tests and comparisons. */
export function withFiles(source: Source, changes: Readonly<Record<string, string>>): Source {
  const files: Record<string, string> = {};
  for (const path of source.list()) files[path] = source.read(path);
  return memorySource(source.label, { ...files, ...changes });
}

/** The folder or file at the path. */
export function openSource(path: string): Source {
  return statSync(path).isDirectory() ? folderSource(path) : fileSource(path);
}
