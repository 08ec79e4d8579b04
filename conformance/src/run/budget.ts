/** How long a run may take, from the contract's deadlines and the cost of a start of the agent. In milliseconds. */
import { deadlineOf } from "../contract.js";
import type { RunContext } from "../fixtures/context.js";
import { timeToStart } from "../fixtures/start-cost.js";
import { longestRun, longestRunInTurn, longestWait } from "../time/protocol-deadlines.js";
import type { Role } from "../types.js";

/** How many instances a whole run starts when the agent conforms. */
const INSTANCES: Readonly<Record<Role, number>> = { player: 12, referee: 12, manager: 24 };
/** An agent that fails makes checks wait to their end, and costs more starts. */
const FAILING: Readonly<Record<Role, number>> = { player: 2, referee: 1.5, manager: 1.5 };
const FAILED_STARTS = 2;
/** A referee that runs already may pause before each of its messages. */
const SLOW_REFEREE = 1.25;
/** As many matches as checks wait for at the same time. */
const MOST_AT_ONCE = 8;

/** What a run takes when the agent conforms. A quick one waits for no deadline: about as long as one match may begin. */
export function expectedRun(context: RunContext): number {
  if (context.quick === true) return deadlineOf("GAME_INVITATION") + (context.startCost?.wall_ms ?? 0);
  if (context.role === "referee" && !context.subject.canStart)
    return longestRunInTurn(context.role, announcedMatches(context));
  return longestWait(context.role) + startsOf(context);
}

function announcedMatches({ subject, announcedCapacity = 1 }: RunContext): number {
  return subject.capacity * Math.min(announcedCapacity, MOST_AT_ONCE);
}

/** The end of a run that the user has set no end for. */
export function budgetFor(context: RunContext): number {
  const { role, subject } = context;
  // One that has announced several matches at the same time may still play one after the other.
  if (!subject.canStart)
    return longestRunInTurn(role, subject.capacity) * (role === "referee" ? SLOW_REFEREE : 1);
  return longestRun(role) * FAILING[role] + FAILED_STARTS * startsOf(context);
}

function startsOf({ role, subject, startCost, startsAtOnce }: RunContext): number {
  if (!subject.canStart || startCost === undefined) return 0;
  return timeToStart(INSTANCES[role], startCost, startsAtOnce);
}
