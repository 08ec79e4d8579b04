/** Whether the numbers of one referee follow from each other; the probabilities are computed in `draw-sequence.test.ts`. */

import { protocol } from "../../contract.js";
import type { RefereeFixture } from "../../fixtures/referee-fixture.js";
import type { MatchObservation } from "../../peers/match-observation.js";
import type { Check } from "../../types.js";
import { chiSquare, tally } from "./draw.js";
import { A_SERIES, INDEPENDENT, inSeries, SERIES, SERIES_LENGTH } from "./helpers/played-matches.js";

const { minimum, maximum } = protocol.draw;
const RANGE = maximum - minimum + 1;

/** For the steps from one number to the next, over all instances; probability below 1e-8 for a fair referee. */
export const CRITICAL_STEPS = 60;

/** Instances that are compared have drawn so many numbers each. */
export const COMPARED = 36;

/**
 * By chance the frequencies in halves of two sequences differ by about 16. In equal sequences they differ by what has changed in
 * the order of matches that are played at the same time. Of three fair instances all pairs are so alike with a probability
 * below 1e-7.
 */
export const MOST_ALIKE = 4;

export const drawSequenceChecks: readonly Check<RefereeFixture>[] = [
  {
    id: INDEPENDENT,
    title: "draws no number that follows from the one before, and other numbers after each start",
    decides: ["REF-DRAW-02"],
    kills: ["referee:draws-in-turn", "referee:draws-the-same-after-each-start"],
    slow: true,
    shares: SERIES,
    steps: [A_SERIES],
    async run(fixture) {
      const sequences = await sequencesOf(fixture);
      const steps = sequences.flatMap(stepsIn);
      if (steps.length < SERIES_LENGTH / 2)
        fixture.notExercised(`only ${steps.length} numbers were drawn after another one`);
      const counts = tally(steps.map((step) => minimum + step));
      const statistic = chiSquare([...counts.values()]);
      fixture.expect.that(statistic <= CRITICAL_STEPS, {
        diagnosis: `the numbers follow from each other: the steps from one to the next have a chi-square of ${statistic.toFixed(1)} (a fair referee gets here with a probability below 1e-8)`,
        expected: `chi-square of at most ${CRITICAL_STEPS} with ${RANGE - 1} degrees of freedom`,
        received: sequences.map((numbers) => numbers.slice(0, COMPARED).join(" ")).join("; "),
        hint: "Take each number from a cryptographic source of random numbers.",
      });
      // The instance on which the series begins may have played other matches before.
      const fresh = sequences.slice(1).filter(({ length }) => length >= COMPARED);
      fixture.expect.that(!areAlike(fresh), {
        diagnosis: `${fresh.length} instances drew the same numbers after their starts (fair ones do with a probability below 1e-7)`,
        expected: "other numbers after each start",
        received: fresh.map((numbers) => numbers.slice(0, COMPARED).join(" ")).join("; "),
        hint: "The numbers of a generator with a fixed seed can be known beforehand.",
      });
    },
  },
];

/** The numbers of each instance in the order in which they were told, those of the shared instance first. */
async function sequencesOf(fixture: RefereeFixture): Promise<number[][]> {
  const draws: { instance: unknown; at_ms: number; number: number }[] = [];
  await inSeries(fixture, (match, { number }) => {
    const [told] = match.gameOvers;
    if (told !== undefined && isDrawn(number))
      draws.push({ instance: instanceOf(match), at_ms: told.at_ms, number });
  });
  const instances = [...new Set(draws.map(({ instance }) => instance))];
  return instances.map((instance) =>
    draws
      .filter((draw) => draw.instance === instance)
      .toSorted((a, b) => a.at_ms - b.at_ms)
      .map(({ number }) => number),
  );
}

function isDrawn(number: unknown): number is number {
  return Number.isInteger(number) && Number(number) >= minimum && Number(number) <= maximum;
}

/** Each instance has registered by itself, and so has a token of its own. */
function instanceOf({ gameOvers: [told] }: MatchObservation): unknown {
  return told?.message.auth_token ?? told?.message.sender;
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
