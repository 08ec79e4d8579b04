import { isObject } from "../../json/pointer.js";
import { replyMessage } from "../../profiles/codec.js";
import type { TranscriptEntry } from "../../types.js";
import { clipped, duration, moment, oneLine } from "../text.js";
import { answerTimes } from "./exchanges.js";

/** A short label of an entry: its league message, else the JSON-RPC error, the method, or the first bytes. */
export function labelOf(entry: TranscriptEntry): string {
  if (entry.kind === "note") return oneLine(entry.note ?? "note");
  if (entry.kind === "failure") return oneLine(entry.note ?? "no answer");
  return oneLine(labelOfJson(entry.json) ?? labelOfBytes(entry));
}

/** The text next to the label: HTTP status, time since the request. */
export function detailsOf(entry: TranscriptEntry, answeredAfterMs: number | undefined): string[] {
  const details: string[] = [];
  if (entry.status !== undefined) details.push(`HTTP ${entry.status}`);
  if (answeredAfterMs !== undefined) details.push(`after ${duration(answeredAfterMs)}`);
  return details;
}

/** The check's note on a message: the violation. */
export function remarkOf(entry: TranscriptEntry): string | undefined {
  const isMessage = entry.kind === "request" || entry.kind === "reply";
  return isMessage && entry.note !== undefined ? oneLine(entry.note) : undefined;
}

/** One line an entry, times aligned: for the terminal, JUnit and Markdown. */
export function transcriptText(transcript: readonly TranscriptEntry[]): string[] {
  const answered = answerTimes(transcript);
  const times = transcript.map((entry) => moment(entry.at_ms));
  const ways = transcript.map((entry) =>
    entry.kind === "note" ? "" : oneLine(`${entry.from} → ${entry.to}`),
  );
  const timeWidth = Math.max(0, ...times.map((time) => time.length));
  const wayWidth = Math.min(40, Math.max(0, ...ways.map((way) => way.length)));
  return transcript.map((entry, index) => {
    const remark = remarkOf(entry);
    const details = [...detailsOf(entry, answered[index]), ...(remark === undefined ? [] : [remark])].join(
      ", ",
    );
    const mark = entry.kind === "failure" ? "✘ " : entry.kind === "note" ? "· " : "";
    const what = `${mark}${clipped(labelOf(entry), 100)}${details === "" ? "" : `  (${details})`}`;
    return `${times[index]?.padStart(timeWidth)}  ${ways[index]?.padEnd(wayWidth)}  ${what}`;
  });
}

function labelOfJson(json: unknown): string | undefined {
  if (Array.isArray(json)) return `batch of ${json.length}`;
  if (!isObject(json)) return json === undefined ? undefined : clipped(JSON.stringify(json), 60);
  const type = replyMessage(json)?.message_type;
  if (isObject(json.error)) return `error ${json.error.code ?? "?"} ${json.error.message ?? ""}`.trim();
  if (typeof type === "string") return type;
  if (typeof json.method === "string") return json.method;
  return clipped(JSON.stringify(json.result ?? json), 60);
}

function labelOfBytes(entry: TranscriptEntry): string {
  if (entry.bytes === undefined || entry.bytes === "") return "empty body";
  return clipped(oneLine(entry.bytes.split(/\r?\n/, 1)[0] ?? ""), 60);
}
