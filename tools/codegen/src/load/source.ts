import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";

/** The source of specification files. A disk in use, memory in tests: the generator itself uses no file system. */
export interface Source {
  /** Its displayed name; first part of every path that is shown or written into a preamble. */
  readonly label: string;
  /** Every file, as a path with forward slashes, sorted. */
  list(): readonly string[];
  /** The text of a file that `list` named. */
  read(path: string): string;
}

/** A folder. Its own name is the label, so that output does not depend on where the folder lies. */
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

/** One file alone: a foreign OpenRPC document. */
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

/** A copy in memory, with some files replaced: for tests and for comparing. */
export function withFiles(source: Source, changes: Readonly<Record<string, string>>): Source {
  const files: Record<string, string> = {};
  for (const path of source.list()) files[path] = source.read(path);
  return memorySource(source.label, { ...files, ...changes });
}

/** Folder or file, whichever the path names. */
export function openSource(path: string): Source {
  return statSync(path).isDirectory() ? folderSource(path) : fileSource(path);
}
