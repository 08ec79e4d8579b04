import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import type { Fault } from "../src/fault.js";
import { lintSource } from "../src/generate.js";
import { openSource, type Source } from "../src/load/source.js";
import { filesOf, memorySource, withFiles } from "./sources.js";

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
