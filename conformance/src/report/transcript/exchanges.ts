/** Transcripts as exchanges: each request with its answer. */
import { isObject } from "../../json/pointer.js";
import type { CheckResult, TranscriptEntry } from "../../types.js";
import { isAgent } from "../text.js";

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
