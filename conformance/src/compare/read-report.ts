/** Reads a report of the suite, or of `league tap`. */
import { readFileSync } from "node:fs";
import { isObject } from "../json/pointer.js";
import type { Report } from "../types.js";
import { UsageError } from "../usage-error.js";

/** @throws UsageError for a file that is neither */
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
