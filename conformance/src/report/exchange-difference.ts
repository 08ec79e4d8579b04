/** The difference between two agents at the same place of a check. */
import type { TranscriptEntry } from "../types.js";
import { type Names, type ValueDifference, valueDifference } from "./alike.js";
import type { Exchange } from "./exchanges.js";
import { detailsOf, labelOf } from "./transcript.js";

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
export function learnNames(mine: readonly Exchange[], theirs: readonly Exchange[], names: Names): void {
  for (const [my, their] of pairsWhileAlike(mine, theirs))
    valueDifference(my.request.json, their.request.json, names);
}

export function differenceIn(
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
export function suiteGoesOn(mine: readonly Exchange[], theirs: readonly Exchange[]): Difference | undefined {
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

export function inMessage(label: string, { pointer, mine, theirs }: ValueDifference): string {
  return `in ${label}, ${pointer || "the body"} is ${theirs} from the reference agent and ${mine} from this one`;
}

export function pairsWhileAlike(
  mine: readonly Exchange[],
  theirs: readonly Exchange[],
): [Exchange, Exchange][] {
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

export function inAnswer(my: Exchange, their: Exchange, by: Side, names: Names): Difference | undefined {
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
