/** Compares two reports, or two records of `league tap`. */
import { env } from "node:process";
import { compareReports, comparisonLines } from "../compare/compare.js";
import { kindsChanged, readRecord, recordedIn } from "../replay/record.js";
import { createPaint, wantsColour } from "../report/terminal/layout.js";
import { type CliContext, print } from "./cli-context.js";

/** @returns the exit status: 1 when something is worse in the newer file */
export function compareFiles(old: string, now: string, { out }: CliContext): number {
  const [before, after] = [readRecord(old), readRecord(now)];
  const comparison = compareReports(before, after);
  const kinds = kindsChanged(recordedIn(before), recordedIn(after));
  const paint = createPaint(
    wantsColour(undefined, (out as { isTTY?: boolean }).isTTY === true, env.NO_COLOR),
  );
  print(out, [...kinds, ...comparisonLines(comparison, paint)]);
  return comparison.worse ? 1 : 0;
}
