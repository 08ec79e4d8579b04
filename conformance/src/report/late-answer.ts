/** An answer that took much longer than that of the reference agent, whose simulated clock advances only while it waits. */
import type { Difference } from "./exchange-difference.js";
import type { Exchange } from "./exchanges.js";
import { labelOf } from "./transcript.js";
import { duration } from "./units.js";

/** The machine may cause shorter delays. */
const LATE_MS = 2_000;

export function lateAnswer(mine: readonly Exchange[], theirs: readonly Exchange[]): Difference | undefined {
  for (const [index, { request, answer }] of mine.entries()) {
    const other = theirs[index];
    if (answer === undefined || other?.answer === undefined) continue;
    if (labelOf(request) !== labelOf(other.request)) return undefined;
    const took = answer.entry.at_ms - request.at_ms;
    const otherDurationMs = other.answer.entry.at_ms - other.request.at_ms;
    if (took < LATE_MS || took < 2 * otherDurationMs) continue;
    return {
      step: answer.step,
      referenceStep: other.answer.step,
      text: `the reference agent answers ${labelOf(request)} after ${duration(otherDurationMs)}; this agent after ${duration(took)}`,
    };
  }
  return undefined;
}
