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

/** What a run takes when the agent conforms. A quick one waits for no deadline: about as long as one match may begin. */
export function expectedRun(context: RunContext): number {
  if (context.quick === true) return deadlineOf("GAME_INVITATION") + (context.startCost?.wall_ms ?? 0);
  return longestWait(context.role) + startsOf(context);
}

/** The end of a run that the user has set no end for. */
export function budgetFor(context: RunContext): number {
  const { role, subject } = context;
  if (!subject.canStart) return longestRunInTurn(role, subject.capacity);
  return longestRun(role) * FAILING[role] + FAILED_STARTS * startsOf(context);
}

function startsOf({ role, subject, startCost, startsAtOnce }: RunContext): number {
  if (!subject.canStart || startCost === undefined) return 0;
  return timeToStart(INSTANCES[role], startCost, startsAtOnce);
}
