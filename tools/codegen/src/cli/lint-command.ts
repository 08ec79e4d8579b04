import { formatFault } from "../fault.js";
import { lintSource } from "../generate.js";
import { openSource } from "../load/source.js";
import type { Terminal } from "./terminal.js";

/** Prints all findings of the rules. Returns the exit status: 1 when there is a fault, or advice in strict mode. */
export function lintSpec(spec: string, strict: boolean, terminal: Terminal): number {
  const { faults, advice } = lintSource(openSource(spec));
  for (const fault of [...faults, ...advice]) terminal.error(formatFault(fault));
  const sum = `${count(faults.length, "fault")}, ${count(advice.length, "piece")} of advice`;
  terminal.out(faults.length + advice.length === 0 ? `${spec}: nothing to fix` : `${spec}: ${sum}`);
  return faults.length > 0 || (strict && advice.length > 0) ? 1 : 0;
}

function count(n: number, word: string): string {
  return `${n} ${word}${n === 1 ? "" : "s"}`;
}
