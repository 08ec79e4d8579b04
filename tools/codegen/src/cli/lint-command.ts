import { formatFault } from "../fault.js";
import { lintSource } from "../generate.js";
import { openSource } from "../load/source.js";
import type { Terminal } from "./write-file.js";

/** Prints all findings of the rules. Returns the exit status: 1 when there is a fault, or a warning in strict mode. */
export function lintSpec(spec: string, strict: boolean, terminal: Terminal): number {
  const { faults, warnings } = lintSource(openSource(spec));
  for (const fault of [...faults, ...warnings]) terminal.error(formatFault(fault));
  const sum = `${count(faults.length, "fault")}, ${count(warnings.length, "warning")}`;
  terminal.out(faults.length + warnings.length === 0 ? `${spec}: nothing to fix` : `${spec}: ${sum}`);
  return faults.length > 0 || (strict && warnings.length > 0) ? 1 : 0;
}

function count(n: number, word: string): string {
  return `${n} ${word}${n === 1 ? "" : "s"}`;
}
