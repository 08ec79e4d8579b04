/** The first difference between the messages of an agent and those of the reference agent in the same check. */
import type { CheckResult, TranscriptEntry } from "../types.js";
import { AGENT } from "./agent-name.js";
import { Names } from "./alike.js";
import { type Difference, differenceIn, learnNames, suiteGoesOn } from "./exchange-difference.js";
import { type Exchange, exchangesOf } from "./exchanges.js";
import { lateAnswer } from "./late-answer.js";
import { namedAnswer } from "./named-answer.js";
import { namedDifference } from "./named-difference.js";
import { quotedDifference } from "./quoted-difference.js";

/**
 * The finding of the verdict comes first, then a different message of an agent, then a late one, and finally a
 * different message of the suite. Undefined where they differ only in names, times, numbers and choices.
 */
export function firstDifference(
  mine: readonly TranscriptEntry[],
  theirs: readonly TranscriptEntry[],
  verdict: Pick<CheckResult, "diagnosis" | "received"> = {},
): Difference | undefined {
  const [my, their] = [exchangesOf(mine), exchangesOf(theirs)];
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
    namedDifference(mine, theirs, verdict) ??
    quotedDifference(mine, theirs) ??
    namedAnswer(my.toAgent, their.toAgent, verdict) ??
    differences.toSorted((a, b) => place(a) - place(b))[0] ??
    lateAnswer(my.toAgent, their.toAgent) ??
    suiteGoesOn(my.toAgent, their.toAgent)
  );
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
