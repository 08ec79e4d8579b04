/** What a scripted referee does with each match that a manager under test gives it. */
import type { Clock, Random } from "../doors.js";
import { pause, within } from "../time/pause.js";
import type { Assignment, Outcome } from "./assignment.js";
import type { ManagedLeague } from "./managed-league.js";
import type { Twist } from "./speaker.js";

export interface RefereeTools {
  clock: Clock;
  random: Random;
  /** The league that the match belongs to. */
  league: ManagedLeague;
}

/** Called once for each assignment, after it was acknowledged. */
export type RefereeScript = (assignment: Assignment, tools: RefereeTools) => Promise<void>;

/** Reports a random result. @param afterMs how long the match takes */
export function reports({
  afterMs = 0,
  twist = {},
}: {
  afterMs?: number;
  twist?: Twist;
} = {}): RefereeScript {
  return async (assignment, { clock, random }) => {
    if (afterMs > 0) await pause(clock, afterMs);
    await assignment.report(1 + random.below(10), twist);
  };
}

/** Reports what `decide` says. */
export function reportsOutcomes(
  decide: (league: ManagedLeague, assignment: Assignment) => Outcome,
): RefereeScript {
  return async (assignment, { league }) => {
    await assignment.reportOutcome(decide(league, assignment));
  };
}

/** The same, so much later. */
export function slowly(ms: number, script: RefereeScript): RefereeScript {
  return async (assignment, tools) => {
    await pause(tools.clock, ms);
    await script(assignment, tools);
  };
}

/** How long reports are held back for others of the same round that may never come. */
const HELD_BACK_MS = 500;

/** Holds the reports of a round back until all its matches have been given out, and sends them at the same moment. */
export function together(): RefereeScript {
  const held = new Map<unknown, (() => void)[]>();
  return async (assignment, { clock, league }) => {
    const { roundId } = assignment;
    const round = held.get(roundId) ?? [];
    held.set(roundId, round);
    const released = new Promise<void>((resolve) => round.push(resolve));
    if (round.length >= Math.floor(league.players.length / 2)) for (const release of round) release();
    await within(clock, HELD_BACK_MS, released, () => undefined);
    await assignment.reportOutcome("A");
  };
}

/** Makes scripts follow one after the other, in the order of the assignments, whichever referees they belong to. */
export function oneAtATime(): (script: RefereeScript) => RefereeScript {
  let queue: Promise<unknown> = Promise.resolve();
  return (script) => (assignment, tools) => {
    const turn = queue.then(() => script(assignment, tools));
    queue = turn.catch(() => undefined);
    return turn;
  };
}

/** Reports what `numbers` says, in the order of the assignments: an even number is a win for A, an odd one for B. */
export function reportsNumbers(numbers: readonly number[]): RefereeScript {
  let count = 0;
  return async (assignment) => {
    const number = numbers[count % numbers.length];
    count += 1;
    await assignment.report(number);
  };
}

/** Reports the same thing `times` times, one after the other. */
export function repeats(times: number): RefereeScript {
  return async (assignment) => {
    for (let i = 0; i < times; i += 1) await assignment.report(8);
  };
}

/** Reports first that A, then that B has won. */
export function contradicts(): RefereeScript {
  return async (assignment) => {
    await assignment.report(8);
    await assignment.report(7);
  };
}

/** Sends `times` equal reports at the same moment. */
export function races(times: number): RefereeScript {
  return async (assignment) => {
    await Promise.all(Array.from({ length: times }, () => assignment.report(8)));
  };
}

/** Says nothing more. */
export function silent(): RefereeScript {
  return async () => undefined;
}

/** First tells a lie (see `Assignment.reportFields` for what may be set), then the truth. */
export function lies(lie: Twist): RefereeScript {
  return async (assignment) => {
    await assignment.report(8, lie);
    await assignment.report(8);
  };
}

/** Different scripts for the assignments in order; the last one holds for ever. */
export function inTurn(...scripts: readonly RefereeScript[]): RefereeScript {
  let count = 0;
  return (assignment, tools) => {
    const script = scripts[Math.min(count, scripts.length - 1)];
    count += 1;
    return script?.(assignment, tools) ?? Promise.resolve();
  };
}
