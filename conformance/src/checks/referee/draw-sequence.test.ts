import { expect, test } from "vitest";
import { seededRandom } from "../../sdk.js";
import { chiSquare, tally } from "./draw.js";
import { areAlike, COMPARED, CRITICAL_STEPS, stepsIn } from "./draw-sequence.js";

const drawn = (seed: string, length = COMPARED) => {
  const random = seededRandom(seed);
  return Array.from({ length }, () => random.below(10) + 1);
};

const statisticOf = (numbers: readonly number[]) =>
  chiSquare([...tally(stepsIn(numbers).map((step) => step + 1)).values()]);

test("the steps of numbers that are drawn in turn are all the same, those of fair ones are not", () => {
  const inTurn = Array.from({ length: 160 }, (_, index) => (index % 10) + 1);
  expect(statisticOf(inTurn)).toBeGreaterThan(CRITICAL_STEPS);
  const fair = Array.from({ length: 500 }, (_, index) => statisticOf(drawn(`steps ${index}`, 160)));
  expect(Math.max(...fair)).toBeLessThan(CRITICAL_STEPS);
});

test("three sequences from one seed are alike, also when neighbours have changed their places; fair ones never are", () => {
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
