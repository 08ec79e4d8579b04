import { expect, test } from "vitest";
import { seededRandom } from "../../sdk.js";
import {
  areAlike,
  COMPARED,
  CRITICAL,
  CRITICAL_STEPS,
  chiSquare,
  EVEN_LIMITS,
  FALSE_ALARM,
  stepsIn,
  tally,
} from "./draw.js";
import { MORE, SERIES_LENGTH } from "./helpers/played-matches.js";

const CELLS = 10;

const PER_COMBINATION = SERIES_LENGTH / 4;

/** The exact probability that chi-square exceeds `limit`, by counting all ways to spread the draws over the numbers. */
function chiSquareTail(draws: number, limit: number): number {
  // chi-square = CELLS / draws × (sum of squares) − draws
  const most = Math.floor(((limit + draws) * draws) / CELLS);
  const width = most + 1;
  let ways = new Float64Array((draws + 1) * width);
  ways[0] = 1;
  for (let cell = 0; cell < CELLS; cell += 1) {
    const next = new Float64Array(ways.length);
    let weight = 1;
    for (let count = 0; count <= draws && count * count <= most; count += 1) {
      if (count > 0) weight /= count;
      for (let used = 0; used + count <= draws; used += 1) {
        const to = (used + count) * width + count * count;
        for (let sum = 0; sum + count * count <= most; sum += 1) {
          const from = ways[used * width + sum] ?? 0;
          if (from > 0) next[to + sum] = (next[to + sum] ?? 0) + weight * from;
        }
      }
    }
    ways = next;
  }
  const inside = ways.subarray(draws * width).reduce((a, b) => a + b, 0);
  return 1 - inside * Math.exp(logFactorial(draws) - draws * Math.log(CELLS));
}

/** The probability that a fair coin shows fewer than `least` or more than `most` heads. */
function coinTails(tosses: number, { least, most }: { least: number; most: number }): number {
  const chance = (heads: number) =>
    Math.exp(logFactorial(tosses) - logFactorial(heads) - logFactorial(tosses - heads) - tosses * Math.LN2);
  return Array.from({ length: tosses + 1 }, (_, heads) => heads)
    .filter((heads) => heads < least || heads > most)
    .reduce((sum, heads) => sum + chance(heads), 0);
}

function logFactorial(n: number): number {
  let sum = 0;
  for (let i = 2; i <= n; i += 1) sum += Math.log(i);
  return sum;
}

test("the probability that a fair referee fails is below one in a million runs", () => {
  const missing = CELLS * (1 - 1 / CELLS) ** SERIES_LENGTH;
  const uneven = chiSquareTail(SERIES_LENGTH, CRITICAL);
  const unbalanced = 4 * coinTails(PER_COMBINATION, EVEN_LIMITS);
  expect(missing).toBeCloseTo(4.8e-7, 8);
  expect(uneven).toBeCloseTo(2.9e-7, 8);
  expect(unbalanced).toBeCloseTo(7.8e-8, 9);
  const missingForAPair = 2 * CELLS * (1 - 1 / CELLS) ** (SERIES_LENGTH / 2 + MORE);
  expect(missingForAPair).toBeCloseTo(1.2e-7, 8);
  expect(missing + uneven + unbalanced + missingForAPair).toBeLessThan(Number(FALSE_ALARM));
});

const drawn = (seed: string, length = COMPARED) => {
  const random = seededRandom(seed);
  return Array.from({ length }, () => random.below(10) + 1);
};

const statisticOf = (numbers: readonly number[]) =>
  chiSquare([...tally(stepsIn(numbers).map((step) => step + 1)).values()]);

test("the steps between consecutive numbers are all equal, those between random numbers are not", () => {
  const inTurn = Array.from({ length: 160 }, (_, index) => (index % 10) + 1);
  expect(statisticOf(inTurn)).toBeGreaterThan(CRITICAL_STEPS);
  const fair = Array.from({ length: 500 }, (_, index) => statisticOf(drawn(`steps ${index}`, 160)));
  expect(Math.max(...fair)).toBeLessThan(CRITICAL_STEPS);
});

test("three sequences from one seed are alike, also with exchanged neighbours; random ones are not", () => {
  const [one, other] = [drawn("a"), drawn("a")];
  const swapped = one.flatMap((_, index) => (index % 2 === 0 ? [one[index + 1] ?? 1, one[index] ?? 1] : []));
  expect(areAlike([one, other, swapped])).toBe(true);
  expect(areAlike([one, other])).toBe(false);
  expect(areAlike([one, other, drawn("b")])).toBe(false);
  const fair = Array.from({ length: 2_000 }, (_, i) =>
    areAlike(["x", "y", "z"].map((who) => drawn(`${who}${i}`))),
  );
  expect(fair).not.toContain(true);
});
