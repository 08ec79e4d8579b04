/** Requests to an agent and its answers: from a report of the suite or a record of `league tap`. */
import { readFileSync } from "node:fs";
import { isObject } from "../json/pointer.js";
import { findMessage, replyMessage } from "../profiles/codec.js";
import { isAgent } from "../report/units.js";
import type { Report, TranscriptEntry } from "../types.js";
import { UsageError } from "../usage-error.js";

/** One request to the agent. */
export interface Recorded {
  /** The check, or the kind of message, under which it stands. */
  under: string;
  at_ms: number;
  from: string;
  /** A JSON value, or text that is not JSON. */
  request: unknown;
  /** Undefined where the agent did not answer. */
  answer: { status: number | undefined; json: unknown } | undefined;
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

/** The exchanges in the order in which they were recorded. */
export function exchangesOf(report: Report): Recorded[] {
  return report.checks
    .flatMap(({ id, transcript }) => pairs(id, transcript))
    .toSorted((a, b) => a.at_ms - b.at_ms);
}

function pairs(under: string, transcript: readonly TranscriptEntry[]): Recorded[] {
  return transcript.flatMap((entry, index) => {
    if (entry.kind !== "request" || !isAgent(entry.to)) return [];
    const reply = transcript
      .slice(index + 1)
      .find(({ kind, from, to }) => kind !== "note" && from === entry.to && to === entry.from);
    const { at_ms, from } = entry;
    const request = entry.json ?? entry.bytes;
    if (request === undefined) return [];
    const answer =
      reply?.kind === "reply" ? { status: reply.status, json: reply.json ?? reply.bytes } : undefined;
    return [{ under, at_ms, from, request, answer }];
  });
}

// How the answers to each kind of message have changed from one record to another: the traffic of a tap has no verdict of a run.

/** One line for each kind of message whose answers have got or lost a member. */
export function kindsChanged(before: readonly Recorded[], now: readonly Recorded[]): string[] {
  const [was, is] = [membersByKind(before), membersByKind(now)];
  return [...was].flatMap(([type, members]) => {
    const other = is.get(type);
    if (other === undefined) return [];
    const gone = [...members].filter((name) => !other.has(name));
    const added = [...other].filter((name) => !members.has(name));
    const words = [
      ...(gone.length === 0 ? [] : [`lost ${gone.join(", ")}`]),
      ...(added.length === 0 ? [] : [`got ${added.join(", ")}`]),
    ];
    return words.length === 0 ? [] : [`answers to ${type}: ${words.join("; ")}`];
  });
}

/** The members that answers to each kind of message had, over all of them. */
function membersByKind(recorded: readonly Recorded[]): Map<string, Set<string>> {
  const kinds = new Map<string, Set<string>>();
  for (const { request, answer } of recorded) {
    const type = findMessage(request)?.message.message_type;
    const message = replyMessage(answer?.json);
    if (typeof type !== "string" || message === undefined) continue;
    const members = kinds.get(type) ?? new Set();
    for (const name of Object.keys(message)) members.add(name);
    kinds.set(type, members);
  }
  return kinds;
}
