/** How often numbers were drawn, and whether that is by chance. */
import { protocol } from "../../../contract.js";

const { minimum, maximum } = protocol.draw;
const RANGE = maximum - minimum + 1;

/** Instances that are compared have drawn this many numbers each. */
export const COMPARED = 36;

/**
 * By chance the frequencies in halves of two sequences differ by about 16. In equal sequences they differ by what has changed in
 * the order of matches that are played at the same time. Of three fair instances all pairs are so alike with a probability
 * below 1e-7.
 */
const MOST_ALIKE = 4;

/** How often each number of the game was drawn, those that were not included. */
export function tally(numbers: readonly number[]): Map<number, number> {
  const all = Array.from({ length: RANGE }, (_, index) => minimum + index);
  return new Map(all.map((one) => [one, numbers.filter((number) => number === one).length]));
}

/** Pearson's statistic against equal frequencies. */
export function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

/** From each number to the next, as a number from 0 to 9. */
export function stepsIn(numbers: readonly number[]): number[] {
  return numbers.slice(1).map((number, index) => (number - (numbers[index] ?? number) + RANGE) % RANGE);
}

/** Whether at least three sequences begin alike. */
export function areAlike(sequences: readonly (readonly number[])[]): boolean {
  const pairs = sequences.flatMap((one, index) => sequences.slice(index + 1).map((other) => [one, other]));
  return pairs.length >= 3 && pairs.every(([one = [], other = []]) => differenceOf(one, other) <= MOST_ALIKE);
}

/** By how much the frequencies of the numbers differ, in that half of the compared part in which they differ more. */
function differenceOf(one: readonly number[], other: readonly number[]): number {
  const halves = [0, COMPARED / 2].map((from) => {
    const [a, b] = [one, other].map((numbers) => tally(numbers.slice(from, from + COMPARED / 2)));
    return [...(a ?? [])].reduce((sum, [number, count]) => sum + Math.abs(count - (b?.get(number) ?? 0)), 0);
  });
  return Math.max(...halves);
}
