import type { Source } from "../src/load/source.js";

/** Files by path; those of a folder are given by their paths in it. */
export function memorySource(
  label: string,
  files: Readonly<Record<string, string>>,
  document: string | null = null,
): Source {
  const above = document === null ? `${label}/` : "";
  const texts = new Map(Object.entries(files).map(([path, text]) => [above + path, text]));
  return { label, document, list: () => [...texts.keys()].sort(), read: (path) => texts.get(path) ?? null };
}

/** The files of a folder, by their paths in it. */
export function filesOf(folder: Source): Record<string, string> {
  const inside = (path: string) => path.slice(folder.label.length + 1);
  return Object.fromEntries(folder.list().map((path) => [inside(path), folder.read(path) ?? ""]));
}

/** A copy of a folder in memory with some files replaced, for tests and comparisons. */
export function withFiles(folder: Source, changes: Readonly<Record<string, string>>): Source {
  return memorySource(folder.label, { ...filesOf(folder), ...changes });
}
