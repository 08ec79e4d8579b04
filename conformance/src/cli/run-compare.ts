/** Compares two reports, or two records of `league tap`. */
import { env } from "node:process";
import { compareReports, comparisonLines } from "../compare/compare.js";
import { readRecord } from "../compare/record.js";
import { createPaint, wantsColour } from "../report/terminal/layout.js";
import { type CliContext, print } from "./cli-context.js";

/** @returns the exit status: 1 when something is worse in the newer file */
export function compareFiles(old: string, now: string, { out }: CliContext): number {
  const comparison = compareReports(readRecord(old), readRecord(now));
  const paint = createPaint(
    wantsColour(undefined, (out as { isTTY?: boolean }).isTTY === true, env.NO_COLOR),
  );
  print(out, comparisonLines(comparison, paint));
  return comparison.worse ? 1 : 0;
}
