/** Which checks run, on which kind of instance, in which order, and how long that can take at most. */
import { appliesToDialect, longest, type RegisteredCheck } from "../../checks/registry.js";
import type { Codec } from "../../profiles/codec.js";
import { waivedBy } from "../../profiles/waived.js";
import type { Random } from "../../sdk.js";
import type { Role } from "../../types.js";
import { type CheckOutcome, NotApplicable, NotExercised, outcomeOf } from "../../verdict.js";
import { rankOf } from "./importance.js";

/** On which instance a check runs. */
export type Place =
  /** On an instance that runs one check after the other. */
  | "shared"
  /** On an instance that runs several of these at the same time: they mostly wait, in separate matches. */
  | "concurrent"
  /** On an instance that is started for it. */
  | "fresh"
  /** It starts what it needs itself. */
  | "own"
  /** After all others, on an instance that it may end. */
  | "last"
  /** After the check that makes the observation that it judges, without an instance. */
  | "watcher"
  /** At the very end, without an instance. */
  | "observer";

export interface Planned {
  one: RegisteredCheck;
  place: Place;
  /** Of a watcher: where it runs when it must make the observation itself. */
  makesAt?: Place;
}

export interface Plan {
  planned: readonly Planned[];
  /** Checks that this subject or environment cannot run. */
  ruledOut: readonly { one: RegisteredCheck; outcome: CheckOutcome }[];
}

export interface Circumstances {
  role: Role;
  canStart: boolean;
  /** The wire form. */
  codec: Codec;
}

export function plan(selected: readonly RegisteredCheck[], about: Circumstances): Plan {
  const planned: Planned[] = [];
  const ruledOut: { one: RegisteredCheck; outcome: CheckOutcome }[] = [];
  for (const one of selected) {
    const why = reasonAgainst(one, about);
    if (why !== undefined) ruledOut.push({ one, outcome: outcomeOf(why, one.level) });
    else planned.push({ one, place: placeOf(one, about) });
  }
  const order = inOrder(about);
  return { planned: watching(planned.toSorted(order)).toSorted(order), ruledOut };
}

/** Of the checks that share an observation, the first one makes it. */
function watching(planned: readonly Planned[]): Planned[] {
  const made = new Set<string>();
  return planned.map(({ one, place }) => {
    const { shares } = one.check;
    if (shares === undefined || place === "observer") return { one, place };
    if (made.has(shares)) return { one, place: "watcher", makesAt: place };
    made.add(shares);
    return { one, place };
  });
}

function reasonAgainst({ check, ...one }: RegisteredCheck, about: Circumstances): Error | undefined {
  const { dialect } = about.codec;
  if (!appliesToDialect({ check, ...one }, dialect))
    return new NotApplicable(`the clause does not apply to the ${dialect} dialect`);
  const waived = waivedBy(about.codec, check.id, check.decides);
  if (waived !== undefined) return new NotApplicable(waived);
  if (needsCommand(check, about.role) && !about.canStart) {
    return new NotExercised("the suite would have to start the agent for this; use --command");
  }
  return undefined;
}

/** Whether the suite must start the agent for this check. */
export function needsCommand({ needs }: RegisteredCheck["check"], role: Role): boolean {
  const command = needs?.command;
  return command === true || (command?.includes(role) ?? false);
}

function placeOf({ check, side }: RegisteredCheck, { role, canStart }: Circumstances): Place {
  const { needs = {} } = check;
  if (needs.observes === true) return "observer";
  if (needs.last === true) return "last";
  if (needsCommand(check, role)) return "own";
  if (role === "referee" && check.concurrent === true) return "concurrent";
  if (role === "manager" && side !== "transport") return "own";
  return needs.fresh !== undefined && canStart ? "fresh" : "shared";
}

/**
 * Checks that start instances themselves and those that mostly wait go by their length, the longest first. An agent that
 * runs already is given few of them at a time: there the shortest come first, and what is a MUST before the rest. The others
 * go by their importance, after what several look at: it starts instances that others use. So a run that is cut still says as much as it can, and whether the agent can play.
 */
function inOrder({ canStart }: Pick<Circumstances, "canStart">): (a: Planned, b: Planned) => number {
  return (a, b) => {
    const longer = b.one.limitMs - a.one.limitMs;
    const byLevel = Number(b.one.level === "must") - Number(a.one.level === "must");
    const byLength = canStart ? longer : byLevel || -longer;
    // It shows most for its time, and leaves instances to the others.
    const byUse = Number(b.one.check.shares !== undefined) - Number(a.one.check.shares !== undefined);
    const byRank = byUse || rankOf(a.one) - rankOf(b.one);
    return (
      turnOf(a) - turnOf(b) ||
      (isOrderedByLength(a) ? byLength : byRank) ||
      (a.one.check.id < b.one.check.id ? -1 : 1)
    );
  };
}

function isOrderedByLength({ place }: Planned): boolean {
  return place === "own" || place === "concurrent";
}

function turnOf({ place, one }: Planned): number {
  switch (place) {
    case "observer":
    case "watcher":
      return 6;
    case "last":
      return 5;
    case "concurrent":
      return 4;
    case "own":
      return one.check.needs?.first === true ? 0 : 3;
    default:
      return one.check.needs?.first === true ? 1 : 2;
  }
}

/** The same checks in another order; those that must come first or last still do. */
export function shuffled(planned: readonly Planned[], random: Random): Planned[] {
  return mixed(planned, random).toSorted((a, b) => turnOf(a) - turnOf(b) || doublings(b) - doublings(a));
}

/** Among the checks that wait, those that wait up to twice as long stay first: begun late, they would end late. */
const doublings = (planned: Planned): number =>
  isOrderedByLength(planned) ? Math.floor(Math.log2(Math.max(1, planned.one.limitMs))) : 0;

function mixed(planned: readonly Planned[], random: Random): Planned[] {
  const all = [...planned];
  for (let i = all.length - 1; i > 0; i -= 1) {
    const j = random.below(i + 1);
    const [a, b] = [all[i], all[j]];
    if (a !== undefined && b !== undefined) [all[i], all[j]] = [b, a];
  }
  return all;
}

/** The longest time that the plan can take, in milliseconds, when an instance takes this long to start. */
export function worstCase({ planned }: Plan, startMs: number): number {
  return planned.reduce((sum, { one, place }) => {
    if (place === "observer" || place === "watcher") return sum;
    return sum + longest(one, startMs) + startMs;
  }, startMs);
}
