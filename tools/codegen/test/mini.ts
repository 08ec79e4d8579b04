import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import type { Fault } from "../src/fault.js";
import { generate, lintSource } from "../src/generate.js";
import { openSource, type Source } from "../src/load/source.js";
import type { Output } from "../src/print/file.js";

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

/** The small specification of the generator's own tests. */
export const mini = inMemory("./fixtures/mini");

/** The repository's specification. */
export const real = inMemory("../../../spec");

/** Read once; tests copy it. */
function inMemory(folder: string): Source {
  return withFiles(openSource(fileURLToPath(new URL(folder, import.meta.url))), {});
}

/** The text of a file of the small specification. */
export function textOf(file: string): string {
  const text = filesOf(mini)[file];
  if (text === undefined) throw new Error(`there is no ${file}`);
  return text;
}

/** The small specification with one text of one file replaced. Throws if the text is not in the file. */
export function edited(file: string, from: string | RegExp, to: string): Source {
  const before = textOf(file);
  const after = before.replace(from, to);
  if (after === before) throw new Error(`${file} does not contain ${from}`);
  return withFiles(mini, { [file]: after });
}

/** The small specification without one file. */
export function without(file: string): Source {
  const { [file]: _, ...others } = filesOf(mini);
  return memorySource(mini.label, others);
}

/** The faults of the lint, as lines "file#pointer [rule]". */
export function complaints(source: Source): string[] {
  return lintSource(source).map(line);
}

function line({ file, pointer, rule }: Fault): string {
  return `${file}${pointer === "" ? "" : `#${pointer}`} [${rule ?? "unreadable"}]`;
}

/** The rows of a file in this folder; `{ re }` is a regular expression. */
export function rowsOf<Row>(file: string): Row[] {
  const text = readFileSync(new URL(file, import.meta.url), "utf8");
  const rows = parse(text) as (string | { readonly re: string })[][];
  return rows.map((row) =>
    row.map((cell) => (typeof cell === "string" ? cell : new RegExp(cell.re))),
  ) as Row[];
}

const folder = fileURLToPath(new URL("../../../generated", import.meta.url));

/**
 * The output for the repository's specification, read from `generated/`. The gate checks that it is up to date in its step
 * "spec lint and generation drift", so that tests do not generate it again.
 */
export function realOutputs(isWanted: (path: string) => boolean): readonly Output[] {
  return globSync(["src/**/*.ts", "openrpc/*.json"], { cwd: folder })
    .filter(isWanted)
    .map((path) => ({ path, text: readFileSync(join(folder, path), "utf8") }));
}

let outputsOfMini: Promise<readonly Output[]> | undefined;

/** The output for the small specification, generated once for all test files of a thread. */
export function miniOutputs(): Promise<readonly Output[]> {
  outputsOfMini ??= generate(mini).then(({ files }) => files);
  return outputsOfMini;
}
