/** How long a match may take that the suite plays with a referee, and the deadlines inside of it. In milliseconds. */

import { deadlineOf, methodOf, retryPause } from "../contract.js";
import type { TimedStep } from "../types.js";
import { exhaustedAfter, quickMatch } from "./protocol-deadlines.js";
import { times } from "./steps.js";

export const joinDeadline = deadlineOf("GAME_INVITATION");

export const choiceDeadline = deadlineOf("CHOOSE_PARITY_CALL");

export const overDeadline = deadlineOf("GAME_OVER");

export const reportDeadline = deadlineOf("MATCH_RESULT_REPORT");

/** How often a player is asked at most. */
export const askedAtMost = 1 + (methodOf("CHOOSE_PARITY_CALL")?.retries ?? 0);

/** The pause before a player is asked again. */
export const pauseBetween = retryPause("CHOOSE_PARITY_CALL", 0);

/** No document fixes the pauses of a referee, nor forbids one after the last attempt. */
export const longestPause = 5 * pauseBetween;

/** The time for the network and an interpreter, for any deadline. In milliseconds. */
const ON_THE_WAY_MS = 750;

/** Inside a deadline, and as near to it as the network and an interpreter allow. */
export const justInside = (deadline_ms: number): number =>
  Math.max(deadline_ms * 0.95, deadline_ms - ON_THE_WAY_MS);

/**
 * Outside of it, and well before a deadline that is a second too long. A referee's own clock starts before its message
 * arrives, so this needs no more than what a timer may be late.
 */
export const justOutside = (deadline_ms: number): number => deadline_ms + 500;

/**
 * A referee's own clock starts before its message arrives, on a busy machine well before: this much earlier is not "too
 * early". To test the length of the deadline itself, `expectFullDeadline` is more exact.
 */
export const notBefore = (deadline_ms: number): number => deadline_ms * 0.9;

/** All answers come at once, but some of them are no answers: the pauses of all repetitions. */
export const refusedMatch = (askedAtMost - 1) * pauseBetween + quickMatch();

/** A player never answers its invitations. */
export const unjoinedMatch = exhaustedAfter("GAME_INVITATION") + quickMatch();

/** A player joins and never answers its choice calls. The run's budget has no more for a referee that never ends. */
export const unchosenMatch = exhaustedAfter("CHOOSE_PARITY_CALL") + overDeadline;

/** The longest that `count` matches take one after the other of which only the last may go wrong. */
export function runInSequence(count: number, each_ms: number): TimedStep {
  return [times(count - 1, each_ms - quickMatch(), joinDeadline), each_ms];
}
