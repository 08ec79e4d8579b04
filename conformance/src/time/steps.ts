/** The steps of checks, and the time limit that follows from them. */

import { deadlineOf } from "../contract.js";
import type { TimedStep } from "../types.js";
import { answerLimit, joinDeadline, quickMatch } from "./protocol-deadlines.js";

export function answersTo(...requestTypes: readonly string[]): TimedStep {
  return { answersTo: requestTypes };
}

export function times(count: number, ...steps: readonly TimedStep[]): TimedStep {
  return { times: count, of: steps };
}

export function longestOf(...steps: readonly TimedStep[]): TimedStep {
  return { longestOf: steps };
}

/** The longest that `count` matches take one after the other of which only the last may go wrong. */
export function runInSequence(count: number, each_ms: number): TimedStep {
  return [times(count - 1, each_ms - quickMatch(), joinDeadline), each_ms];
}

/** The longest that these steps may take, in milliseconds. */
export function limitOf(step: TimedStep): number {
  if (typeof step === "number") return step;
  if ("answersTo" in step) return answerLimit(sum(step.answersTo.map(deadlineOf)));
  if ("times" in step) return step.times * limitOf(step.of);
  if ("longestOf" in step) return Math.max(...step.longestOf.map(limitOf));
  return sum(step.map(limitOf));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
