import { once } from "node:events";
import { readdirSync, readFileSync, watch } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { diffModels } from "../diff/diff.js";
import { changelog } from "../diff/finding.js";
import { type Fault, formatFault, isError, SpecError } from "../fault.js";
import { generate, type Language, lintSource, read } from "../generate.js";
import { openSource } from "../load/source.js";
import type { Output } from "../print/file.js";
import {
  apply,
  type Difference,
  describeDifferences,
  differences,
  isFolder,
  type Terminal,
  writeFile,
} from "./output-folder.js";

export interface GenerateOptions {
  readonly spec: string;
  readonly out: string;
  readonly lang?: readonly Language[];
  readonly check?: true;
  readonly watch?: true;
  readonly package?: string;
}

/**
 * The output of a specification, and its differences from the folder. Prints the warnings.
 * @param place the path in the folder of each path of the output.
 */
export async function compare(
  { spec, out, lang }: GenerateOptions,
  terminal: Terminal,
  place = (path: string) => path,
): Promise<{ files: readonly Output[]; found: readonly Difference[] }> {
  const { files, warnings } = await generate(openSource(spec), lang);
  printFaults(warnings, terminal);
  const placed = files.map(({ path, text }) => ({ path: place(path), text }));
  return { files: placed, found: differences(out, placed) };
}

/** Writes the output of the specification, and prints the number of changed files. */
export async function writeGenerated(options: GenerateOptions, terminal: Terminal): Promise<void> {
  const began = performance.now();
  const { files, found } = await compare(options, terminal);
  apply(options.out, found);
  const removed = found.filter(({ wanted }) => wanted === null).length;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  terminal.out(
    `${files.length} files in ${options.out}: ${found.length - removed} written, ${removed} removed, ${seconds} s`,
  );
}

/** Compares without writing. Returns the exit status: 0 if every byte is equal, 1 otherwise. */
export async function checkGenerated(options: GenerateOptions, terminal: Terminal): Promise<number> {
  const { spec, out } = options;
  const { files, found } = await compare(options, terminal);
  if (found.length === 0) terminal.out(`${files.length} files in ${out} are what ${spec} gives`);
  else {
    terminal.error(describeDifferences(out, found));
    terminal.error(
      `${found.length} of ${files.length} files are not what ${spec} gives. Run: league-codegen generate`,
    );
  }
  return found.length === 0 ? 0 : 1;
}

/** An editor writes a file in several steps; the run starts after the last one. */
const DEBOUNCE_MS = 80;

/**
 * Generates now and after every change of the specification. A fault is printed and does not end the watch.
 * @param signal ends the watch; the promise then resolves.
 */
export async function watchSpec(
  options: GenerateOptions,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  let running = Promise.resolve();
  const queueRun = () => {
    running = running
      .then(() => writeGenerated(options, terminal))
      .catch((error) => terminal.error(error instanceof SpecError ? error.message : String(error)));
  };
  let debounce: NodeJS.Timeout | undefined;
  const watcher = watch(options.spec, { recursive: true }, () => {
    clearTimeout(debounce);
    // Files change in real time, so this timer needs no Clock.
    debounce = setTimeout(queueRun, DEBOUNCE_MS);
  });
  queueRun();
  await running;
  terminal.out(`watching ${options.spec}; end with Ctrl-C`);
  if (!signal.aborted) await once(signal, "abort");
  clearTimeout(debounce);
  watcher.close();
  await running;
}

/** Prints all findings of the rules. Returns the exit status: 1 when there is a fault, or a warning in strict mode. */
export function lintSpec(spec: string, isStrict: boolean, terminal: Terminal): number {
  const found = lintSource(openSource(spec));
  printFaults(found, terminal);
  const count = (n: number, word: string) => `${n} ${word}${n === 1 ? "" : "s"}`;
  const errors = found.filter(isError).length;
  const sum = `${count(errors, "fault")}, ${count(found.length - errors, "warning")}`;
  terminal.out(found.length === 0 ? `${spec}: nothing to fix` : `${spec}: ${sum}`);
  return errors > 0 || (isStrict && found.length > 0) ? 1 : 0;
}

/** Prints the changes from one specification to another. Returns the exit status: 1 for a breaking change. */
export function diffSpecs(before: string, after: string, isJson: boolean, terminal: Terminal): number {
  const diff = diffModels(read(openSource(before)).model, read(openSource(after)).model);
  terminal.out(isJson ? JSON.stringify(diff, null, 2) : changelog(diff));
  return diff.bump === "major" ? 1 : 0;
}

/** Copies the published specification into a new folder. Returns the exit status: 1 if the folder is not empty. */
export function initSpec(folder: string, terminal: Terminal): number {
  if (isFolder(folder) && readdirSync(folder).length > 0) {
    terminal.error(`${folder} is not empty. Name a new folder`);
    return 1;
  }
  const published = dirname(createRequire(import.meta.url).resolve("@league-v2/spec/package.json"));
  // The data and the pages, without the npm files.
  const files = readdirSync(published, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => /\.(yaml|md)$/.test(path) && path !== "README.md" && !path.includes("node_modules/"));
  for (const path of files) writeFile(join(folder, path), readFileSync(join(published, path), "utf8"));
  terminal.out(`${files.length} files in ${folder}. Change them, then:`);
  terminal.out(`  league-codegen generate --spec ${folder} --package my-contract`);
  return 0;
}

export function printFaults(faults: readonly Fault[], terminal: Terminal): void {
  for (const fault of faults) terminal.error(formatFault(fault));
}
