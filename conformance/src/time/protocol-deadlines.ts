/** How long things may take by the contract, all computed from its method table. In milliseconds. */
import { clauseOf } from "../clauses.js";
import { deadlineOf, methodOf, requestTypes, retryPause } from "../contract.js";
import type { Role } from "../types.js";

/** How long the sender of this message waits for its answer. */
export { deadlineOf };

/** From the first request to the moment at which nothing can come any more: all repetitions and their pauses. */
export function exhaustedAfter(requestType: string): number {
  const retries = methodOf(requestType)?.retries ?? 0;
  const pauses = Array.from({ length: retries }, (_, attempt) => retryPause(requestType, attempt));
  return deadlineOf(requestType) * (retries + 1) + pauses.reduce((a, b) => a + b, 0);
}

/** The longest duration of a match from its assignment to its report, for any behaviour of its players. */
export function longestMatch(): number {
  return (
    exhaustedAfter("GAME_INVITATION") +
    exhaustedAfter("CHOOSE_PARITY_CALL") +
    deadlineOf("GAME_OVER") +
    deadlineOf("MATCH_RESULT_REPORT")
  );
}

/** The longest that a match may take whose players all answer at once. */
export function quickMatch(): number {
  return deadlineOf("GAME_OVER") + deadlineOf("MATCH_RESULT_REPORT");
}

/** The longest that any request may go unanswered, but for the call for a choice. */
export function longestDeadline(): number {
  const usual = requestTypes.filter(
    (type) => methodOf(type)?.deadlineMs != null && type !== "CHOOSE_PARITY_CALL",
  );
  return Math.max(...usual.map(deadlineOf));
}

/** Long enough for an agent that does something at once to have begun it; for looking whether it does nothing. */
export function gracePeriodMs(): number {
  return deadlineOf("GAME_INVITATION") / 5;
}

/** The suite waits for an answer by this factor longer than its deadline, to distinguish a late answer from none. */
const ANSWER_TIMEOUT_FACTOR = 1.2;

/** How long the suite waits for what must come within this many milliseconds. */
export function answerLimit(deadline_ms: number): number {
  return ANSWER_TIMEOUT_FACTOR * deadline_ms;
}

/** How long an agent that is started may take until it has registered: one answer may be late. */
export function registrationTimeout(): number {
  return deadlineOf("LEAGUE_REGISTER_REQUEST") * 1.5;
}

/** The longest that one check makes a conforming agent wait: a run that starts its agents itself takes little more. */
export function longestWait(role: Role): number {
  switch (role) {
    case "player":
      return exhaustedAfter("LEAGUE_REGISTER_REQUEST");
    case "referee":
      return exhaustedAfter("CHOOSE_PARITY_CALL");
    case "manager":
      return exhaustedAfter("LEAGUE_REGISTER_REQUEST");
  }
}

/**
 * The longest that a whole run may take against an agent that the suite starts itself: the deadline checks run at the
 * same time, so it is little more than the longest of them.
 */
export function longestRun(role: Role): number {
  const choice = deadlineOf("CHOOSE_PARITY_CALL");
  switch (role) {
    case "player":
      return 2 * choice;
    case "referee":
      return exhaustedAfter("CHOOSE_PARITY_CALL") + deadlineOf("GAME_OVER") + deadlineOf("GAME_INVITATION");
    case "manager":
      return 3 * choice;
  }
}

/** Matches whose choices are never made, and as much again of shorter waits, that a referee gets in addition to others. */
const UNDECIDED_MATCHES = 8;

/**
 * The same against agents that run already. Each goes from check to check; what needs waiting for the longest is given to a
 * referee, as many matches at a time as it plays.
 */
export function longestRunInTurn(role: Role, matchesAtOnce: number): number {
  if (role !== "referee") return 4 * deadlineOf("CHOOSE_PARITY_CALL");
  return longestRun(role) + (UNDECIDED_MATCHES * exhaustedAfter("CHOOSE_PARITY_CALL")) / matchesAtOnce;
}

/** The time that a clause itself gives, in milliseconds. */
export function clauseDeadline(clauseId: string): number {
  const deadline = clauseOf(clauseId)?.deadlineMs;
  if (deadline === undefined) throw new Error(`the clause ${clauseId} gives no time`);
  return deadline;
}

// How long a match may take that the suite plays with a referee, and the deadlines inside of it.

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
 * early". To test the length of the deadline itself, `waitsForAnswers` is more exact.
 */
export const notBefore = (deadline_ms: number): number => deadline_ms * 0.9;

/** All answers come at once, but some of them are no answers: the pauses of all repetitions. */
export const refusedMatch = (askedAtMost - 1) * pauseBetween + quickMatch();

/** A player never answers its invitations. */
export const unjoinedMatch = exhaustedAfter("GAME_INVITATION") + quickMatch();

/** A player joins and never answers its choice calls. The run's budget has no more for a referee that never ends. */
export const unchosenMatch = exhaustedAfter("CHOOSE_PARITY_CALL") + overDeadline;
