/** Compares two reports, or two of `league tap`. */

import { readFileSync } from "node:fs";
import { env } from "node:process";
import { isObject } from "../json.js";
import { compareReports, comparisonLines } from "../report/compare.js";
import { createPaint, wantsColour } from "../report/terminal/layout.js";
import type { Report } from "../types.js";
import { UsageError } from "../usage-error.js";
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

/** Reads a report of the suite, or of `league tap`. @throws UsageError for a file that is neither */
export function readReport(file: string): Report {
  let report: unknown;
  try {
    report = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (isReport(report)) return report;
  throw new UsageError(
    `${file} is neither a report of this suite (made with --json) nor a record of league tap (made with --report)`,
  );
}

/** By the members that a comparison reads. */
function isReport(value: unknown): value is Report {
  if (!isObject(value) || !isObject(value.summary) || !isObject(value.spec)) return false;
  const { checks } = value;
  return (
    Array.isArray(checks) &&
    checks.every(
      (check) => isObject(check) && typeof check.id === "string" && Array.isArray(check.transcript),
    )
  );
}
