/** Transcripts as the page draws them: the senders, and each message with its text. */
import type { ReportConversation, ReportDrawing, ReportPageData, ReportStep } from "@league-v2/viewer/report";
import type { CheckResult, Report, TranscriptEntry } from "../../types.js";
import type { ReportContext } from "../reporter.js";
import { AGENT, clipped, isAgent, oneLine } from "../text.js";
import { firstDifference } from "../transcript/first-difference.js";
import { answerTimes, detailsOf, labelOf, remarkOf } from "../transcript/transcript.js";

const MAX_NAME = 32;
const MAX_LABEL = 90;
/** Longer conversations show their beginning and their end. */
const MAX_STEPS = 200;

export function pageData(report: Report, context: ReportContext): ReportPageData {
  const withTranscript = report.checks.filter(({ transcript }) => transcript.length > 0);
  return {
    report,
    drawings: Object.fromEntries(withTranscript.map((check) => [check.id, drawingOf(check, context)])),
  };
}

function drawingOf(check: CheckResult, context: ReportContext): ReportDrawing {
  const { id, transcript } = check;
  const messages = context.explanation?.(id)?.reference?.transcript;
  const tested = conversationOf(transcript);
  if (messages === undefined) return { tested, reference: null, difference: null };
  const found = firstDifference(transcript, messages, check);
  const { step = null, referenceStep = null, text = "" } = found ?? {};
  return {
    tested,
    reference: { ...conversationOf(messages), messages },
    difference: found === undefined ? null : { step, referenceStep, text: oneLine(text) },
  };
}

/** The peers in the order in which they appear, the agent last: every diagram has it on the right. */
function conversationOf(transcript: readonly TranscriptEntry[]): ReportConversation {
  const messages = transcript.filter(({ kind }) => kind !== "note");
  const names = [...new Set(messages.flatMap(({ from, to }) => [laneName(from), laneName(to)]))];
  const agents = names.filter(isAgent).toSorted();
  const lanes = names.length === 0 ? [AGENT] : [...names.filter((name) => !isAgent(name)), ...agents];
  const answered = answerTimes(transcript);
  const steps = transcript.map((entry, step) => stepOf(entry, step, answered[step]));
  return { lanes, steps: shortened(steps) };
}

function stepOf(entry: TranscriptEntry, step: number, answeredAfterMs: number | undefined): ReportStep {
  const note = detailsOf(entry, answeredAfterMs).join(" · ");
  const isMessage = entry.kind !== "note" && entry.from !== entry.to;
  return {
    step,
    at: entry.at_ms,
    kind: !isMessage ? "note" : entry.kind === "request" ? "call" : "answer",
    from: laneName(entry.from),
    to: laneName(entry.to),
    label: clipped(labelOf(entry), isMessage ? MAX_LABEL : 4 * MAX_LABEL),
    note: note === "" ? null : note,
    remark: remarkOf(entry) ?? null,
    isFailure: entry.kind === "failure",
  };
}

function shortened(steps: readonly ReportStep[]): ReportStep[] {
  const half = MAX_STEPS / 2;
  const left = steps[half];
  if (steps.length <= MAX_STEPS || left === undefined) return [...steps];
  const label = `… ${steps.length - MAX_STEPS} more steps, in the JSON report`;
  const gap = { ...left, kind: "note", label, note: null, remark: null, isFailure: false } as const;
  return [...steps.slice(0, half), gap, ...steps.slice(-half)];
}

function laneName(name: string): string {
  return clipped(oneLine(name), MAX_NAME);
}
