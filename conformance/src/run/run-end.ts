/** What ends a run: its budget, a signal from outside, or an agent that answers nothing. */
import type { RegisteredCheck } from "../checks/registry.js";
import { deadlineOf } from "../contract.js";
import type { RunContext } from "../fixtures/context.js";
import { timeToStart } from "../fixtures/starts.js";
import { LATE_MS } from "../peers/managed-league.js";
import { answeredNothing, budgetUsedUp, INTERRUPTED } from "../report/conclusion.js";
import type { Timer } from "../sdk.js";
import {
  answerLimit,
  gracePeriodMs,
  longestRun,
  longestRunInTurn,
  longestWait,
} from "../time/protocol-deadlines.js";
import type { Role } from "../types.js";
import type { Environment } from "../wire/environment.js";

export class RunEnd {
  /** Resolves with the reason. */
  readonly stop: Promise<string>;
  private readonly environment: Environment;
  private readonly signal: AbortSignal | undefined;
  private readonly onAbort: () => void;
  private timer: Timer | undefined;
  private endsAt = Number.POSITIVE_INFINITY;
  private resolve: (why: string) => void = () => undefined;

  constructor(environment: Environment, signal: AbortSignal | undefined) {
    this.environment = environment;
    this.signal = signal;
    this.stop = new Promise((resolve) => {
      this.resolve = resolve;
    });
    this.onAbort = () => this.resolve(typeof signal?.reason === "string" ? signal.reason : INTERRUPTED);
    signal?.addEventListener("abort", this.onAbort, { once: true });
    if (signal?.aborted === true) this.onAbort();
  }

  /** Ends the run in this many milliseconds, if it does not end sooner. Gives back how long it has. */
  within(ms: number): number {
    const { clock } = this.environment;
    const left = this.endsAt - clock.now();
    if (ms >= left) return left;
    this.endsAt = clock.now() + ms;
    this.timer?.cancel();
    this.timer = clock.after(ms, () => this.resolve(budgetUsedUp(ms)));
    return ms;
  }

  /** Ends the run now, for this reason. */
  now(why: string): void {
    this.resolve(why);
  }

  /** The run is over by itself. */
  cancel(): void {
    this.timer?.cancel();
    this.signal?.removeEventListener("abort", this.onAbort);
  }
}

// How long a run may take, from the contract's deadlines and the cost of a start of the agent. In milliseconds.

/** How many instances a whole run starts when the agent conforms. */
const INSTANCES: Readonly<Record<Role, number>> = { player: 12, referee: 12, manager: 25 };
/** An agent that fails makes checks wait to their end, and costs more starts. */
const FAILING: Readonly<Record<Role, number>> = { player: 2, referee: 1.5, manager: 1.5 };
const FAILED_STARTS = 2;
/** A referee that runs already may pause before each of its messages. */
const SLOW_REFEREE = 1.25;
/** The total time of the sequential checks that start instances, in longest runs. */
const STARTED_IN_TURN: Readonly<Record<Role, number>> = { player: 0, referee: 1, manager: 3.2 };
/** As many matches as checks wait for at the same time. */
const MOST_AT_ONCE = 8;

/**
 * The duration of a run when the agent conforms. Where no check waits for a deadline: about as long as one match may begin.
 * @param matches how many the first referee under test has announced to run at the same time
 */
export function expectedRun(context: RunContext, checks: readonly RegisteredCheck[], matches = 1): number {
  const { role, subject, starts } = context;
  if (!checks.some(waits)) return deadlineOf("GAME_INVITATION") + (starts.cost?.wall_ms ?? 0);
  const isInTurn = subject.canStart ? starts.oneInstance : role === "referee";
  if (!isInTurn) return longestWait(role) + startsOf(context);
  return longestRunInTurn(role, placesOf(context) * atOnce(context, matches)) + startedInTurn(context);
}

/** The end of a run that the user has set no end for. */
export function budgetFor(context: RunContext): number {
  const { role, subject, starts, quick } = context;
  // One that has announced several matches at the same time may still play one after the other.
  const inTurn = longestRunInTurn(role, placesOf(context)) * (role === "referee" ? SLOW_REFEREE : 1);
  if (!subject.canStart) return inTurn + (role === "manager" ? LATE_MS : 0);
  const shortest = longestRun(role) * FAILING[role] + FAILED_STARTS * startsOf(context);
  if (!starts.oneInstance || quick === true) return shortest;
  return shortest + inTurn + FAILING[role] * startedInTurn(context);
}

function waits({ check }: RegisteredCheck): boolean {
  return check.slow === true || check.concurrent === true;
}

/** How many instances there are, where checks go from one to the next. */
function placesOf({ subject }: RunContext): number {
  return subject.canStart ? 1 : subject.capacity;
}

function atOnce({ parallel = MOST_AT_ONCE }: RunContext, matches: number): number {
  return Math.min(matches, parallel, MOST_AT_ONCE);
}

/** The checks that start instances, where only one can run at a time. */
function startedInTurn(context: RunContext): number {
  const { role, subject } = context;
  return subject.canStart ? STARTED_IN_TURN[role] * longestRun(role) + startsOf(context) : 0;
}

function startsOf({ role, subject, starts }: RunContext): number {
  if (!subject.canStart || starts.cost === undefined) return 0;
  return timeToStart(INSTANCES[role], starts.cost, starts.oneInstance ? 1 : starts.atOnce);
}

// Whether the agent has ever sent a message. An agent that accepts every message and answers none would cost each check its
// whole time; after a few messages without an answer in their full time, the run ends.

/** The number of unanswered messages after which a silent agent is given up. */
const UNANSWERED_LIMIT = 3;

/** How long a silent agent is waited for, however few the checks are. In milliseconds. */
export function silenceLimitMs(): number {
  return UNANSWERED_LIMIT * answerLimit(deadlineOf("ROUND_ANNOUNCEMENT")) + gracePeriodMs();
}

export class Responsiveness {
  /** The environment, with every exchange in it observed. */
  readonly environment: Environment;
  /** Resolves with the reason when the agent is given up. */
  readonly givenUp: Promise<string>;
  private giveUp: (why: string) => void = () => undefined;
  private hasResponded = false;
  private unanswered = 0;

  constructor(environment: Environment) {
    this.givenUp = new Promise((resolve) => {
      this.giveUp = resolve;
    });
    this.environment = {
      ...environment,
      wire: {
        exchange: async (request) => {
          const outcome = await environment.wire.exchange(request);
          if (outcome.kind === "reply") this.hasResponded = true;
          else if (outcome.reason === "timeout") this.missed(outcome.timing.end_ms - outcome.timing.sent_ms);
          return outcome;
        },
      },
      listen: (script, options) =>
        environment.listen((arrival) => {
          this.hasResponded = true;
          return script(arrival);
        }, options),
    };
  }

  private missed(ms: number): void {
    if (this.hasResponded || ms < deadlineOf("GAME_INVITATION")) return;
    this.unanswered += 1;
    if (this.unanswered < UNANSWERED_LIMIT) return;
    const why = answeredNothing(this.unanswered);
    // The checks that have just missed their answer still say so.
    this.environment.clock.after(gracePeriodMs(), () => {
      if (!this.hasResponded) this.giveUp(why);
    });
  }
}
