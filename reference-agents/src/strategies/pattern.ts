/**
 * Searches for patterns in the opponent's choices and counters the predicted next choice (PC 6, `pattern`).
 * Why the counter is the other parity: see `frequency`.
 */
import type { Parity, Strategy } from "@league-v2/sdk";
import { coin, otherThan } from "./parity.js";
import { sightings } from "./sightings.js";

/** A longer repetition does not improve the prediction. */
const longestPattern = 8;

export const patternStrategy: Strategy = (context) => {
  const expected = predictNext(sightings(context));
  return expected === null ? coin(context.random) : otherThan(expected);
};

/**
 * Returns the choice that followed the latest earlier occurrence of the longest repeated ending of the sequence.
 * Null without a repetition.
 */
export function predictNext(choices: readonly Parity[]): Parity | null {
  for (let length = Math.min(longestPattern, choices.length - 1); length > 0; length--) {
    const ending = choices.slice(-length);
    for (let start = choices.length - length - 1; start >= 0; start--) {
      if (ending.every((choice, index) => choices[start + index] === choice)) {
        return choices[start + length] ?? null;
      }
    }
  }
  return null;
}
