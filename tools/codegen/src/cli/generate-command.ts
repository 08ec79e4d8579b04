import { type Fault, formatFault } from "../fault.js";
import { generate } from "../generate.js";
import type { Language } from "../languages.js";
import { openSource } from "../load/source.js";
import { describeDrift } from "./drift.js";
import { apply, differences } from "./output-folder.js";
import type { Terminal } from "./write-file.js";

export interface GenerateOptions {
  readonly spec: string;
  readonly out: string;
  readonly lang?: readonly Language[];
}

/** Writes the output of the specification, and prints the number of changed files. */
export async function writeGenerated(
  { spec, out, lang }: GenerateOptions,
  terminal: Terminal,
): Promise<void> {
  const began = performance.now();
  const { files, folders, warnings } = await generate(openSource(spec), lang);
  const changes = differences(out, files, folders);
  apply(out, changes);
  const removed = changes.filter((change) => change.wanted === null).length;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  printWarnings(warnings, terminal);
  terminal.out(
    `${files.length} files in ${out}: ${changes.length - removed} written, ${removed} removed, ${seconds} s`,
  );
}

/** Compares without writing. Returns the exit status: 0 if every byte is equal, 1 otherwise. */
export async function checkGenerated(
  { spec, out, lang }: GenerateOptions,
  terminal: Terminal,
): Promise<number> {
  const { files, folders, warnings } = await generate(openSource(spec), lang);
  printWarnings(warnings, terminal);
  const found = differences(out, files, folders);
  if (found.length === 0) {
    terminal.out(`${files.length} files in ${out} are what ${spec} gives`);
    return 0;
  }
  terminal.error(describeDrift(out, found));
  terminal.error(
    `${found.length} of ${files.length} files are not what ${spec} gives. Run: league-codegen generate`,
  );
  return 1;
}

export function printWarnings(warnings: readonly Fault[], terminal: Terminal): void {
  for (const fault of warnings) terminal.error(formatFault(fault));
}
