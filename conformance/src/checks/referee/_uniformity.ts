/** The arithmetic of `draw/uniform`; its probabilities are computed in `uniformity.test.ts`. */
import { protocol } from "../../contract.js";

const { minimum, maximum } = protocol.draw;

/** Beyond this, chi-square over 160 draws of ten numbers is refuted: probability 3.0e-7 for a fair referee. */
export const CRITICAL = 50;
/** Of the 40 numbers drawn for one pair of choices so many are even; probability of more or fewer 2e-8 for each pair. */
export const EVEN_LIMITS = { least: 4, most: 36 } as const;
/** Of all three questions together. */
export const FALSE_ALARM = "9e-7";

/** How often each number of the game was drawn, those that were not included. */
export function tally(numbers: readonly number[]): Map<number, number> {
  const all = Array.from({ length: maximum - minimum + 1 }, (_, index) => minimum + index);
  return new Map(all.map((one) => [one, numbers.filter((number) => number === one).length]));
}

/** Pearson's statistic against equal frequencies. */
export function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}
