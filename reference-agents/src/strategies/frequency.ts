/**
 * Tracks the opponent's choices and counters the most common one (PC 6, `frequency`).
 * The counter is the other parity: the drawn number is even as often as odd, so the same choice as the opponent's
 * gives a draw, one point, and the other choice gives a win half of the time, one and a half points on average.
 */
import type { Parity, Strategy } from "@league-v2/sdk";
import { coin, otherThan } from "./parity.js";
import { sightings } from "./sightings.js";

export const frequencyStrategy: Strategy = (context) => {
  const favourite = mostCommon(sightings(context));
  return favourite === null ? coin(context.random) : otherThan(favourite);
};

/** Null for a tie, and for no choices at all. */
export function mostCommon(choices: readonly Parity[]): Parity | null {
  const even = choices.filter((choice) => choice === "even").length;
  const odd = choices.length - even;
  if (even === odd) return null;
  return even > odd ? "even" : "odd";
}
