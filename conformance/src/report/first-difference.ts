/** The first difference between the messages of an agent and those of the reference agent in the same check. */

import { isObject } from "../json/pointer.js";
import type { CheckResult, TranscriptEntry } from "../types.js";
import { Names, shown, type ValueDifference, valueDifference } from "./alike.js";
import { type Exchange, type Exchanges, exchangesOf } from "./exchanges.js";
import { detailsOf, labelOf } from "./transcript.js";
import { AGENT, duration } from "./units.js";

/**
 * The finding of the verdict comes first, then a different message of an agent, then a late one, and finally a
 * different message of the suite. Undefined where they differ only in names, times, numbers and choices.
 */
export function firstDifference(
  mine: readonly TranscriptEntry[],
  theirs: readonly TranscriptEntry[],
  verdict: Pick<CheckResult, "diagnosis" | "received"> = {},
): Difference | undefined {
  const my = exchangesOf(mine);
  const their = mine.some(isOfRule) ? besides(my, exchangesOf(theirs)) : exchangesOf(theirs);
  const names = new Names();
  learnNames(my.toAgent, their.toAgent, names);
  const differences = [
    differenceIn(my.toAgent, their.toAgent, "suite", names),
    ...instancesOf(my.fromAgent, their.fromAgent).map((instance) =>
      differenceIn(sentBy(instance, my.fromAgent), sentBy(instance, their.fromAgent), "agent", names),
    ),
  ].filter((one) => one !== undefined);
  const place = ({ step = mine.length }: Difference) => step;
  return (
    namedDifference(messagesIn(mine, my), messagesIn(theirs, their), verdict) ??
    quotedDifference(mine, theirs) ??
    namedAnswer(my.toAgent, their.toAgent, verdict) ??
    differences.toSorted((a, b) => place(a) - place(b))[0] ??
    lateAnswer(my.toAgent, their.toAgent) ??
    suiteGoesOn(my.toAgent, their.toAgent)
  );
}

/** A failed rule shows a part of what was recorded. */
function isOfRule({ kind, note = "" }: TranscriptEntry): boolean {
  return kind === "note" && note.includes(" of these were judged: ");
}

/** The exchanges of the reference agent that belong to these: in order, those with the same requests. */
function besides(mine: Exchanges, theirs: Exchanges): Exchanges {
  const follow = (my: readonly Exchange[], their: readonly Exchange[]) => {
    const left = [...their];
    return my.flatMap(({ request }) => {
      const index = left.findIndex((one) => labelOf(one.request) === labelOf(request));
      return index < 0 ? [] : left.splice(0, index + 1).slice(-1);
    });
  };
  return {
    toAgent: follow(mine.toAgent, theirs.toAgent),
    fromAgent: follow(mine.fromAgent, theirs.fromAgent),
  };
}

/** The suite may start a further instance of one agent only, which is no difference. */
function instancesOf(mine: readonly Exchange[], theirs: readonly Exchange[]): string[] {
  const [my, their] = [mine, theirs].map((all) => new Set(all.map(({ request }) => request.from)));
  return [...new Set([...(my ?? []), ...(their ?? [])])].filter(
    (name) => name === AGENT || (my?.has(name) === true && their?.has(name) === true),
  );
}

function sentBy(instance: string, exchanges: readonly Exchange[]): Exchange[] {
  return exchanges.filter(({ request }) => request.from === instance);
}

// An answer that took much longer than that of the reference agent, whose simulated clock advances only while it waits.

/** The machine may cause shorter delays. */
const LATE_MS = 2_000;

export function lateAnswer(mine: readonly Exchange[], theirs: readonly Exchange[]): Difference | undefined {
  for (const [index, { request, answer }] of mine.entries()) {
    const other = theirs[index];
    if (answer === undefined || other?.answer === undefined) continue;
    if (labelOf(request) !== labelOf(other.request)) return undefined;
    const took = answer.entry.at_ms - request.at_ms;
    const otherDurationMs = other.answer.entry.at_ms - other.request.at_ms;
    if (took < LATE_MS || took < 2 * otherDurationMs) continue;
    return {
      step: answer.step,
      referenceStep: other.answer.step,
      text: `the reference agent answers ${labelOf(request)} after ${duration(otherDurationMs)}; this agent after ${duration(took)}`,
    };
  }
  return undefined;
}

// The answer that the verdict is about, because other answers may also differ from those of the reference agent.

/** The received answer to a request in the diagnosis; otherwise the last one, because earlier ones belong to the preparation. */
function namedAnswer(
  mine: readonly Exchange[],
  theirs: readonly Exchange[],
  { diagnosis = "", received }: Pick<CheckResult, "diagnosis" | "received">,
): Difference | undefined {
  if (received === undefined) return undefined;
  const names = new Names();
  learnNames(mine, theirs, names);
  const found = pairsWhileAlike(mine, theirs).flatMap(([my, their]) => {
    const difference = inAnswer(my, their, "suite", names);
    const isMeant = my.answer !== undefined && isDescribedBy(received, my.answer.entry);
    return difference !== undefined && isMeant ? [{ difference, request: labelOf(my.request) }] : [];
  });
  const meant = found.find(({ request }) => diagnosis.includes(request)) ?? found.at(-1);
  return meant?.difference;
}

/** Whether a verdict is about this answer: by its failure, HTTP status, message type or whole result. */
function isDescribedBy(received: string, { kind, status, json }: TranscriptEntry): boolean {
  if (kind === "failure") return received.startsWith("no answer");
  if (received === String(status) || received.startsWith(`HTTP ${status}`)) return true;
  const result = isObject(json) ? json.result : undefined;
  const type = isObject(result) ? result.message_type : undefined;
  return [type, result].some((value) => value !== undefined && received === JSON.stringify(value));
}

// Messages quoted in notes, which an agent sent before the check began.

const QUOTED = "the message that is quoted";

function quotedDifference(
  mine: readonly TranscriptEntry[],
  theirs: readonly TranscriptEntry[],
): Difference | undefined {
  const [my, their] = [quotesOf(mine), quotesOf(theirs)];
  for (const [index, { step, words, json }] of my.entries()) {
    const other = their[index];
    if (other === undefined || other.words !== words) return undefined;
    const value = valueDifference(json, other.json, new Names());
    if (value !== undefined) return { step, referenceStep: other.step, text: inMessage(QUOTED, value) };
  }
  return undefined;
}

/** `it had registered with {…}` */
function quotesOf(transcript: readonly TranscriptEntry[]) {
  return transcript.flatMap(({ kind, note = "" }, step) => {
    const begin = note.indexOf("{");
    if (kind !== "note" || begin < 0) return [];
    try {
      const json: unknown = JSON.parse(note.slice(begin));
      return [{ step, words: note.slice(0, begin), json }];
    } catch {
      return []; // a note with a brace in it
    }
  });
}

// The member of a message that the verdict names: it has the received value, and the reference agent sends another one.

function namedDifference(
  mine: readonly Message[],
  theirs: readonly Message[],
  { diagnosis = "", received }: Pick<CheckResult, "diagnosis" | "received">,
): Difference | undefined {
  if (received === undefined) return undefined;
  for (const [index, { step, json, label }] of mine.entries()) {
    const other = theirs[index];
    if (other === undefined || other.label !== label) continue;
    const named = leavesOf(json).find(({ name, pointer, value }) => {
      const isMeant = new RegExp(`(^|[^a-z_])${name}([^a-z_]|$)`).test(diagnosis) && value === received;
      return isMeant && shown(valueIn(other.json, pointer)) !== value;
    });
    if (named === undefined) continue;
    const values = {
      pointer: named.pointer,
      mine: named.value,
      theirs: shown(valueIn(other.json, named.pointer)),
    };
    return { step, referenceStep: other.step, text: inMessage(label, values) };
  }
  return undefined;
}

interface Message {
  step: number;
  json: unknown;
  label: string;
}

/** All messages of the agent: its answers, its requests, and those quoted in notes. */
function messagesIn(transcript: readonly TranscriptEntry[], { toAgent, fromAgent }: Exchanges): Message[] {
  const answers = toAgent.map(({ answer, step }) => ({ step: answer?.step ?? step, entry: answer?.entry }));
  const requests = fromAgent.map(({ step, request }) => ({ step, entry: request }));
  const sent = [...answers, ...requests].map(({ step, entry }) => ({
    step,
    json: entry?.json,
    label: entry === undefined ? "" : labelOf(entry),
  }));
  return [...sent, ...quotesOf(transcript).map(({ step, json }) => ({ step, json, label: QUOTED }))];
}

interface Leaf {
  name: string;
  pointer: string;
  value: string;
}

function leavesOf(value: unknown, pointer = "", name = ""): Leaf[] {
  if (!isObject(value)) return /^[a-z_]+$/.test(name) ? [{ name, pointer, value: shown(value) }] : [];
  return Object.entries(value).flatMap(([key, member]) => leavesOf(member, `${pointer}/${key}`, key));
}

function valueIn(value: unknown, pointer: string): unknown {
  const steps = pointer.split("/").slice(1);
  return steps.reduce<unknown>(
    (at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined),
    value,
  );
}

// The difference between two agents at the same place of a check.

export interface Difference {
  /** Index in the transcript of the agent; undefined where it sent nothing. */
  step?: number;
  /** The same in that of the reference agent. */
  referenceStep?: number;
  /** One sentence. */
  text: string;
}

/** The agent that begins the exchanges. */
type Side = "suite" | "agent";

/** Maps names by the suite's own messages, which come before those of the agents. */
function learnNames(mine: readonly Exchange[], theirs: readonly Exchange[], names: Names): void {
  for (const [my, their] of pairsWhileAlike(mine, theirs))
    valueDifference(my.request.json, their.request.json, names);
}

function differenceIn(
  mine: readonly Exchange[],
  theirs: readonly Exchange[],
  by: Side,
  names: Names,
): Difference | undefined {
  const pairs = pairsWhileAlike(mine, theirs);
  for (const [my, their] of pairs) {
    const found =
      (by === "agent" ? inRequest(my, their, names) : undefined) ?? inAnswer(my, their, by, names);
    if (found !== undefined) return found;
  }
  // A missing or additional request of the suite is a consequence of an earlier answer.
  return by === "suite" ? undefined : otherRequest(mine[pairs.length], theirs[pairs.length]);
}

/** The last resort: the last common answer of the two agents, after which the suite's messages differ. */
function suiteGoesOn(mine: readonly Exchange[], theirs: readonly Exchange[]): Difference | undefined {
  const pairs = pairsWhileAlike(mine, theirs);
  const [my, their] = [mine[pairs.length], theirs[pairs.length]];
  const last = pairs.at(-1);
  if (last === undefined || their === undefined) return undefined;
  const [{ answer, request, step }, { answer: other, step: otherStep }] = last;
  const next = my === undefined ? "the check ends" : `this agent is sent ${labelOf(my.request)}`;
  return {
    step: answer?.step ?? step,
    referenceStep: other?.step ?? otherStep,
    text: `after ${labelOf(answer?.entry ?? request)}, the reference agent is sent ${labelOf(their.request)}; here ${next}`,
  };
}

function inMessage(label: string, { pointer, mine, theirs }: ValueDifference): string {
  return `in ${label}, ${pointer || "the body"} is ${theirs} from the reference agent and ${mine} from this one`;
}

function pairsWhileAlike(mine: readonly Exchange[], theirs: readonly Exchange[]): [Exchange, Exchange][] {
  const pairs: [Exchange, Exchange][] = [];
  for (const [index, my] of mine.entries()) {
    const their = theirs[index];
    if (their === undefined || labelOf(my.request) !== labelOf(their.request)) break;
    pairs.push([my, their]);
  }
  return pairs;
}

function otherRequest(my: Exchange | undefined, their: Exchange | undefined): Difference | undefined {
  if (my === undefined && their === undefined) return undefined;
  const own = my === undefined ? "this agent sends no such message" : sends("this agent", my);
  const expected = their === undefined ? "the reference agent does not" : sends("the reference agent", their);
  return {
    ...(my === undefined ? {} : { step: my.step }),
    ...(their === undefined ? {} : { referenceStep: their.step }),
    text: their === undefined ? `${own}; ${expected}` : `${expected}; ${own}`,
  };
}

function sends(who: string, { request }: Exchange): string {
  return `${who} sends ${labelOf(request)}`;
}

function inRequest(my: Exchange, their: Exchange, names: Names): Difference | undefined {
  const value = valueDifference(my.request.json, their.request.json, names);
  if (value === undefined) return undefined;
  return { step: my.step, referenceStep: their.step, text: inMessage(labelOf(my.request), value) };
}

function inAnswer(my: Exchange, their: Exchange, by: Side, names: Names): Difference | undefined {
  const [mine, theirs] = [my.answer, their.answer];
  const steps = { step: mine?.step ?? my.step, referenceStep: theirs?.step ?? their.step };
  const [own, expected] = [wordsOf(mine?.entry), wordsOf(theirs?.entry)];
  if (own !== expected) {
    const verb = by === "suite" ? "answers" : "is answered";
    return { ...steps, text: `the reference agent ${verb} ${expected}; this agent ${verb} ${own}` };
  }
  const value = valueDifference(mine?.entry.json, theirs?.entry.json, names);
  return value === undefined || by === "agent" ? undefined : { ...steps, text: inMessage(own, value) };
}

/** An answer as text, without its duration. */
function wordsOf(entry: TranscriptEntry | undefined): string {
  if (entry === undefined) return "nothing";
  if (entry.kind === "failure") return `nothing (${labelOf(entry).split(":")[0]})`;
  return [labelOf(entry).replace(/^(error -?\d+).*/, "$1"), ...detailsOf(entry, undefined)].join(", ");
}
