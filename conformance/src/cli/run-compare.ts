/** Compares two reports, or two of `league tap`. */
import { env } from "node:process";
import { compareReports, comparisonLines } from "../compare/compare.js";
import { readReport } from "../compare/read-report.js";
import { createPaint, wantsColour } from "../report/terminal/layout.js";
import { type CliContext, print } from "./cli-context.js";

/** @returns the exit status: 1 when something is worse in the newer file */
export function compareFiles(old: string, now: string, { out }: CliContext): number {
  const comparison = compareReports(readReport(old), readReport(now));
  const paint = createPaint(
    wantsColour(undefined, (out as { isTTY?: boolean }).isTTY === true, env.NO_COLOR),
  );
  print(out, comparisonLines(comparison, paint));
  return comparison.worse ? 1 : 0;
}
