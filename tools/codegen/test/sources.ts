import type { Source } from "../src/load/source.js";

/** Files by path. */
export function memorySource(
  label: string,
  files: Readonly<Record<string, string>>,
  document: string | null = null,
): Source {
  const read = (path: string) => (Object.hasOwn(files, path) ? (files[path] ?? null) : null);
  return { label, document, list: () => Object.keys(files).sort(), read };
}

/** A copy in memory with some files replaced, for tests and comparisons. */
export function withFiles(source: Source, changes: Readonly<Record<string, string>>): Source {
  const files = Object.fromEntries(source.list().map((path) => [path, source.read(path) ?? ""]));
  return memorySource(source.label, { ...files, ...changes }, source.document);
}
