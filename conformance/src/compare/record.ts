/** Requests to an agent and its answers: from a report of the suite or a record of `league tap`. */
import { readFileSync } from "node:fs";
import { isObject } from "../json/pointer.js";
import { type Exchange, exchangesOf } from "../report/exchanges.js";
import type { Report, TranscriptEntry } from "../types.js";
import { UsageError } from "../usage-error.js";

/** A request to the agent and its answer. */
export interface Recorded extends Exchange {
  /** The check, or the kind of message, under which it stands. */
  under: string;
}

/** A JSON value, or text that is not JSON. */
export function bodyOf(entry: TranscriptEntry | undefined): unknown {
  return entry?.json ?? entry?.bytes;
}

/** @throws UsageError for a file that is neither */
export function readRecord(file: string): Report {
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

/** By the members that are read here and in a comparison. */
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

/** The requests to the agent in the order in which they were recorded. */
export function recordedIn(report: Report): Recorded[] {
  return report.checks
    .flatMap(({ id, transcript }) => exchangesOf(transcript).toAgent.map((one) => ({ under: id, ...one })))
    .filter(({ request }) => bodyOf(request) !== undefined)
    .map((one) => (one.answer?.entry.kind === "reply" ? one : { ...one, answer: undefined }))
    .toSorted((a, b) => a.request.at_ms - b.request.at_ms);
}
