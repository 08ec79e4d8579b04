import { diffModels } from "../diff/diff.js";
import { changelog } from "../diff/finding.js";
import { read } from "../generate.js";
import { openSource } from "../load/source.js";
import type { Terminal } from "./write-file.js";

/** Prints the changes from one specification to another. Returns the exit status: 1 for a breaking change. */
export function diffSpecs(before: string, after: string, json: boolean, terminal: Terminal): number {
  const diff = diffModels(read(openSource(before)).model, read(openSource(after)).model);
  terminal.out(json ? JSON.stringify(diff, null, 2) : changelog(diff));
  return diff.bump === "major" ? 1 : 0;
}
