/** Compares two reports, or two records of `league tap`. */
import { compareReports } from "../compare/compare.js";
import { kindsChanged } from "../replay/kinds.js";
import { exchangesOf, readRecord } from "../replay/record.js";

/** @returns the lines to print, and whether something is worse in the newer file */
export function compareFiles(old: string, now: string): { lines: string[]; worse: boolean } {
  const [before, after] = [readRecord(old), readRecord(now)];
  const { lines, worse } = compareReports(before, after);
  return { lines: [...lines, ...kindsChanged(exchangesOf(before), exchangesOf(after))], worse };
}
