/** What is run when: the order, the lanes, and how long it can take at most. */
import type { RegisteredCheck } from "../checks/registry.js";
import type { Random } from "../doors.js";
import type { Codec } from "../profiles/codec.js";
import { waivedBy } from "../profiles/waived.js";
import type { Role } from "../types.js";
import { type Ending, endingOf, NotApplicable, NotExercised } from "../verdict.js";
import { longest, speaksOf } from "./execute.js";

/** How a check comes to its world. */
export type Place =
  /** On an instance that it takes over from the check before. */
  | "shared"
  /** On an instance that is started for it. */
  | "fresh"
  /** It starts what it needs itself. */
  | "own"
  /** It plays a league of its own, in which most of the time is spent waiting: all of these run at the same time. */
  | "league"
  /** Beside others of its kind, at the one instance that there is. */
  | "beside"
  /** After all others, on the one instance that there is. */
  | "last"
  /** Looks at what another check of the run has seen already: after all others, without an instance. */
  | "watcher"
  /** After the run, without an instance. */
  | "observer";

export interface Planned {
  one: RegisteredCheck;
  place: Place;
}

export interface Plan {
  planned: readonly Planned[];
  /** Checks that this subject or stage cannot run. */
  ruledOut: readonly { one: RegisteredCheck; ending: Ending }[];
}

export interface Circumstances {
  role: Role;
  canStart: boolean;
  real: boolean;
  /** The wire form. */
  codec: Codec;
}

export function plan(selected: readonly RegisteredCheck[], about: Circumstances): Plan {
  const planned: Planned[] = [];
  const ruledOut: { one: RegisteredCheck; ending: Ending }[] = [];
  for (const one of selected) {
    const why = reasonAgainst(one, about);
    if (why !== undefined) ruledOut.push({ one, ending: endingOf(why, one.level) });
    else planned.push({ one, place: placeOf(one, about) });
  }
  const order = byPlaceThenLength(about);
  return { planned: watching(planned.toSorted(order)).toSorted(order), ruledOut };
}

/** Of those who share an observation the first one makes it. */
function watching(planned: readonly Planned[]): Planned[] {
  const made = new Set<string>();
  return planned.map(({ one, place }) => {
    const { shares } = one.check;
    if (shares === undefined || place === "observer") return { one, place };
    if (made.has(shares)) return { one, place: "watcher" };
    made.add(shares);
    return { one, place };
  });
}

function reasonAgainst({ check, ...one }: RegisteredCheck, about: Circumstances): Error | undefined {
  const { dialect } = about.codec;
  if (!speaksOf({ check, ...one }, dialect))
    return new NotApplicable(`the clause does not speak of the ${dialect} dialect`);
  const waived = waivedBy(about.codec, check.id, check.decides);
  if (waived !== undefined) return new NotApplicable(waived);
  if (check.needs?.command === true && !about.canStart) {
    return new NotExercised("the suite would have to start the agent for this; use --command");
  }
  if (check.needs?.realTime === true && !about.real)
    return new NotExercised("this can only be tested over sockets");
  return undefined;
}

function placeOf({ check, side }: RegisteredCheck, { role, canStart }: Circumstances): Place {
  const { needs = {} } = check;
  if (needs.observes === true) return "observer";
  if (needs.command === true && needs.fresh !== true) return "own";
  if (role === "referee" && !canStart && check.patient === true) return "beside";
  if (role === "manager" && side !== "transport") return canStart ? "league" : "own";
  if (needs.last === true) return canStart ? "fresh" : "last";
  return needs.fresh === true && canStart ? "fresh" : "shared";
}

/**
 * The longest go first, so that the run costs little more than its longest member. A referee that runs already is asked
 * one thing after the other: there the longest go last, so that a run which is cut has decided the most.
 */
function byPlaceThenLength({ role, canStart }: Circumstances) {
  const sign = role === "referee" && !canStart ? -1 : 1;
  return (a: Planned, b: Planned): number =>
    turnOf(a) - turnOf(b) ||
    sign * (b.one.check.worstCaseMs - a.one.check.worstCaseMs) ||
    (a.one.check.id < b.one.check.id ? -1 : 1);
}

function turnOf({ place, one }: Planned): number {
  if (place === "observer" || place === "watcher") return 4;
  if (place === "last") return 3;
  if (place === "beside") return 2;
  return one.check.needs?.first === true ? 0 : 1;
}

/**
 * The same checks in another order; those that come first or last still do, and those that wait up to twice as long stay
 * before the others: begun late, they would not be over in the time of a run.
 */
export function shuffled(planned: readonly Planned[], random: Random): Planned[] {
  return mixed(planned, random).toSorted((a, b) => turnOf(a) - turnOf(b) || doublings(b) - doublings(a));
}

const doublings = ({ one }: Planned): number => Math.floor(Math.log2(Math.max(1, one.check.worstCaseMs)));

function mixed(planned: readonly Planned[], random: Random): Planned[] {
  const all = [...planned];
  for (let i = all.length - 1; i > 0; i -= 1) {
    const j = random.below(i + 1);
    const [a, b] = [all[i], all[j]];
    if (a !== undefined && b !== undefined) [all[i], all[j]] = [b, a];
  }
  return all;
}

/** The longest time that the plan can take on so many lanes, in milliseconds, with the starting of instances. */
export function worstCase({ planned }: Plan, lanes: number, startMs: number): number {
  const ends = Array.from({ length: Math.max(1, lanes) }, () => startMs);
  let together = 0;
  let after = 0;
  for (const { one, place } of planned) {
    if (place === "observer" || place === "watcher") continue;
    const cost = longest(one, startMs) + (place === "fresh" ? startMs : 0);
    if (place === "last") after += cost;
    else if (place === "league") together = Math.max(together, cost);
    else ends[indexOfLeast(ends)] = Math.min(...ends) + cost;
  }
  return Math.max(together, ...ends) + after;
}

function indexOfLeast(numbers: readonly number[]): number {
  return numbers.indexOf(Math.min(...numbers));
}
