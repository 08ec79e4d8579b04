import { isObject } from "../../json.js";
import { replyMessage } from "../../profiles/codec.js";
import type { CheckResult, TranscriptEntry } from "../../types.js";
import { clipped, duration, isAgent, moment, oneLine } from "../text.js";

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

// Transcripts as exchanges: each request with its answer.

export interface Exchange {
  /** Place in the transcript, from 0. */
  step: number;
  request: TranscriptEntry;
  /** A reply, or the failure; undefined where the check ended before. */
  answer: { step: number; entry: TranscriptEntry } | undefined;
}

export interface Exchanges {
  toAgent: Exchange[];
  fromAgent: Exchange[];
}

/** For each reply or failure: the index of its request. Matched by direction, then by JSON-RPC id. */
function requestsOf(transcript: readonly TranscriptEntry[]): (number | undefined)[] {
  const open: number[] = [];
  return transcript.map((entry, step) => {
    if (entry.kind === "request") open.push(step);
    if (entry.kind === "request" || entry.kind === "note") return undefined;
    const sameWay = open.filter((place) => {
      const request = transcript[place];
      return request?.from === entry.to && request.to === entry.from;
    });
    const id = idOf(entry);
    const sameId = id === undefined ? undefined : sameWay.findLast((place) => idOf(transcript[place]) === id);
    const place = sameId ?? sameWay.at(-1);
    if (place !== undefined) open.splice(open.indexOf(place), 1);
    return place;
  });
}

/** For each reply or failure: milliseconds since its request. */
export function answerTimes(transcript: readonly TranscriptEntry[]): (number | undefined)[] {
  return requestsOf(transcript).map((place, step) => {
    const [request, answer] = [transcript[place ?? -1], transcript[step]];
    return request === undefined || answer === undefined ? undefined : answer.at_ms - request.at_ms;
  });
}

/** In the order of their requests. */
export function exchangesIn(transcript: readonly TranscriptEntry[]): Exchange[] {
  const requests = requestsOf(transcript);
  return transcript.flatMap((request, step): Exchange[] => {
    if (request.kind !== "request") return [];
    const place = requests.indexOf(step);
    const entry = transcript[place];
    return [{ step, request, answer: entry === undefined ? undefined : { step: place, entry } }];
  });
}

/** Those that the suite begins, and those that the agent begins. */
export function exchangesOf(transcript: readonly TranscriptEntry[]): Exchanges {
  const all = exchangesIn(transcript);
  return {
    toAgent: all.filter(({ request }) => isAgent(request.to)),
    fromAgent: all.filter(({ request }) => isAgent(request.from)),
  };
}

function idOf(entry: TranscriptEntry | undefined): unknown {
  return isObject(entry?.json) ? entry.json.id : undefined;
}

/** With the transcript in the order of its times: a late answer is recorded when it is scheduled. */
export function chronological(result: CheckResult): CheckResult {
  return { ...result, transcript: result.transcript.toSorted((a, b) => a.at_ms - b.at_ms) };
}
