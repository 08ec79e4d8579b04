/** The first difference between the messages of an agent and those of the reference agent in the same check. */
import { isObject } from "../../json.js";
import type { CheckResult, TranscriptEntry } from "../../types.js";
import { AGENT, duration } from "../text.js";
import { detailsOf, type Exchange, type Exchanges, exchangesOf, labelOf } from "./transcript.js";

export interface Difference {
  /** Index in the transcript of the agent; undefined where it sent nothing. */
  step?: number;
  /** The same in that of the reference agent. */
  referenceStep?: number;
  /** One sentence. */
  text: string;
}

interface Found extends Difference {
  /** It is in the member that the verdict names. */
  isNamed?: boolean;
}

type Finding = Pick<CheckResult, "diagnosis" | "received">;
type Pair = readonly [mine: Exchange, theirs: Exchange];

/**
 * What the verdict is about comes first: the member that it names, then the answer that it describes. Undefined where the
 * messages differ only in names, times, numbers and choices.
 */
export function firstDifference(
  mine: readonly TranscriptEntry[],
  theirs: readonly TranscriptEntry[],
  { diagnosis = "", received }: Finding = {},
): Difference | undefined {
  const my = exchangesOf(mine);
  const their = mine.some(isOfRule) ? besides(my, exchangesOf(theirs)) : exchangesOf(theirs);
  const names = new Names();
  const isNamed = (name: string, value: string) =>
    value === received && new RegExp(`(^|[^a-z_])${name}([^a-z_]|$)`).test(diagnosis);
  const inMessage = (one: TranscriptEntry | undefined, other: TranscriptEntry | undefined) =>
    [...valueDifferences(one?.json, other?.json, names, isNamed)].map((value) => ({
      isNamed: value.isNamed,
      text: `in ${one && labelOf(one)}, ${value.pointer || "the body"} is ${value.theirs} from the reference agent and ${value.mine} from this one`,
    }));

  const asked = pairsWhileAlike(my.toAgent, their.toAgent);
  // The suite's own messages map the names: they come before those of the agents.
  for (const [one, other] of asked) inMessage(one.request, other.request);
  const answers = asked.map(([one, other]) => {
    const words = differenceInWords([one, other], "answers");
    const values = words === undefined ? inMessage(one.answer?.entry, other.answer?.entry) : [];
    const late = values.length === 0 ? lateAnswer([one, other]) : undefined;
    const found = [words, ...values, late].filter((text) => text !== undefined);
    return { asked: one, found: found.map((text): Found => ({ ...answerSteps([one, other]), ...text })) };
  });
  const sent = instancesOf(my.fromAgent, their.fromAgent).flatMap((instance): Found[] => {
    const [ours, others] = [my, their].map(({ fromAgent }) =>
      fromAgent.filter(({ request }) => request.from === instance),
    );
    const pairs = pairsWhileAlike(ours ?? [], others ?? []);
    const found = pairs.flatMap(([one, other]) => [
      ...inMessage(one.request, other.request).map((text) => ({
        step: one.step,
        referenceStep: other.step,
        ...text,
      })),
      ...[differenceInWords([one, other], "is answered")]
        .filter((text) => text !== undefined)
        .map((text) => ({ ...answerSteps([one, other]), ...text })),
    ]);
    const more = otherRequest(ours?.[pairs.length], others?.[pairs.length]);
    return more === undefined ? found : [...found, more];
  });

  const all = [...answers.flatMap(({ found }) => found), ...sent];
  const meant = answers.filter(
    (one) =>
      one.found.length > 0 && received !== undefined && isDescribedBy(received, one.asked.answer?.entry),
  );
  const place = ({ step = mine.length }: Found) => step;
  const first =
    all.find((one) => one.isNamed) ??
    (meant.find((one) => diagnosis.includes(labelOf(one.asked.request))) ?? meant.at(-1))?.found[0] ??
    all.toSorted((a, b) => place(a) - place(b))[0];
  if (first === undefined) return undefined;
  const { isNamed: _, ...difference } = first;
  return difference;
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
  const [my = [], their = []] = [mine, theirs].map((all) => all.map(({ request }) => request.from));
  return [...new Set([...my, ...their])].filter(
    (name) => name === AGENT || (my.includes(name) && their.includes(name)),
  );
}

function pairsWhileAlike(mine: readonly Exchange[], theirs: readonly Exchange[]): Pair[] {
  const end = mine.findIndex(({ request }, index) => {
    const other = theirs[index]?.request;
    return other === undefined || labelOf(request) !== labelOf(other);
  });
  return mine.slice(0, end < 0 ? undefined : end).map((one, index) => [one, theirs[index] as Exchange]);
}

function answerSteps([mine, theirs]: Pair): Pick<Difference, "step" | "referenceStep"> {
  return { step: mine.answer?.step ?? mine.step, referenceStep: theirs.answer?.step ?? theirs.step };
}

function differenceInWords([mine, theirs]: Pair, verb: string): { text: string } | undefined {
  const [own, expected] = [wordsOf(mine), wordsOf(theirs)];
  if (own === expected) return undefined;
  return { text: `the reference agent ${verb} ${expected}; this agent ${verb} ${own}` };
}

/** An answer as text, without its duration. */
function wordsOf({ answer }: Exchange): string {
  if (answer === undefined) return "nothing";
  const { entry } = answer;
  if (entry.kind === "failure") return `nothing (${labelOf(entry).split(":")[0]})`;
  return [labelOf(entry).replace(/^(error -?\d+).*/, "$1"), ...detailsOf(entry, undefined)].join(", ");
}

/** The machine may cause shorter delays. */
const LATE_MS = 2_000;

/** An answer that took much longer than that of the reference agent, whose simulated clock advances only while it waits. */
function lateAnswer([mine, theirs]: Pair): { text: string } | undefined {
  const [took = 0, other = 0] = [mine, theirs].map(
    ({ request, answer }) => (answer?.entry.at_ms ?? request.at_ms) - request.at_ms,
  );
  if (took < LATE_MS || took < 2 * other) return undefined;
  return {
    text: `the reference agent answers ${labelOf(mine.request)} after ${duration(other)}; this agent after ${duration(took)}`,
  };
}

function otherRequest(my: Exchange | undefined, their: Exchange | undefined): Difference | undefined {
  if (my === undefined && their === undefined) return undefined;
  const sends = (who: string, { request }: Exchange) => `${who} sends ${labelOf(request)}`;
  const own = my === undefined ? "this agent sends no such message" : sends("this agent", my);
  const expected = their === undefined ? "the reference agent does not" : sends("the reference agent", their);
  return {
    ...(my === undefined ? {} : { step: my.step }),
    ...(their === undefined ? {} : { referenceStep: their.step }),
    text: their === undefined ? `${own}; ${expected}` : `${expected}; ${own}`,
  };
}

/** Whether a verdict is about this answer: by its failure, HTTP status, message type or whole result. */
function isDescribedBy(received: string, { kind, status, json }: Partial<TranscriptEntry> = {}): boolean {
  if (kind === "failure") return received.startsWith("no answer");
  if (received === String(status) || received.startsWith(`HTTP ${status}`)) return true;
  const result = isObject(json) ? json.result : undefined;
  const type = isObject(result) ? result.message_type : undefined;
  return [type, result].some((value) => value !== undefined && received === JSON.stringify(value));
}

// In what two messages differ where two conforming agents must agree.

export interface ValueDifference {
  /** JSON Pointer. */
  pointer: string;
  mine: string;
  theirs: string;
  /** It is the member that a verdict names. */
  isNamed: boolean;
}

/** Members that contain names: the names may differ, but consistently. */
const NAMES = /(_id|^sender|^recipient|^winner)$/;
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T/;
const WORD = /^[A-Z][A-Z_]+$/;

/** The mapping of names between two conversations. */
export class Names {
  readonly #theirs = new Map<string, string>();
  readonly #mine = new Map<string, string>();

  /** Two names that occur first at the same place are mapped to each other; `P01` is the player in `player:P01`. */
  areAlike(my: string, their: string): boolean {
    const [mine, theirs] = [my, their].map((name) => name.replace(/^(player|referee):/, "")) as [
      string,
      string,
    ];
    const [partner, other] = [this.#theirs.get(mine), this.#mine.get(theirs)];
    if (partner !== undefined || other !== undefined)
      return (partner === theirs && other === mine) || my === their;
    this.#theirs.set(mine, theirs);
    this.#mine.set(theirs, mine);
    return true;
  }
}

/**
 * A missing member, another JSON type, another constant, an inconsistent name. Times, numbers, tokens, choices and
 * descriptive texts may differ, but for a member that a verdict names.
 */
export function* valueDifferences(
  mine: unknown,
  theirs: unknown,
  names: Names,
  isNamed: (name: string, mine: string) => boolean = () => false,
  pointer = "",
): Generator<ValueDifference> {
  const areBoth = (test: (value: unknown) => boolean) => test(mine) && test(theirs);
  if (areBoth(isObject) || areBoth(Array.isArray)) {
    for (const [key, value] of Object.entries(theirs as object)) {
      if (Array.isArray(mine) && Number(key) >= mine.length) return;
      const at = `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      yield* valueDifferences((mine as Record<string, unknown>)[key], value, names, isNamed, at);
    }
    return;
  }
  const name = pointer.slice(pointer.lastIndexOf("/") + 1);
  const values = { pointer, mine: shown(mine), theirs: shown(theirs) };
  const named = values.mine !== values.theirs && isNamed(name, values.mine);
  if (named || !areLeavesAlike(mine, theirs, pointer, name, names)) yield { ...values, isNamed: named };
}

function areLeavesAlike(
  mine: unknown,
  theirs: unknown,
  pointer: string,
  name: string,
  names: Names,
): boolean {
  if (pointer === "/id" && mine !== undefined && mine !== null)
    return names.areAlike(`id ${JSON.stringify(mine)}`, `id ${JSON.stringify(theirs)}`);
  if (typeof mine === "string" && typeof theirs === "string") {
    if (NAMES.test(name)) return names.areAlike(mine, theirs);
    if (WORD.test(theirs)) return mine === theirs;
    return TIMESTAMP.test(mine) === TIMESTAMP.test(theirs);
  }
  if (typeof mine === "boolean" || mine === null) return mine === theirs;
  return typeof mine === typeof theirs && Array.isArray(mine) === Array.isArray(theirs) && theirs !== null;
}

function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
}
