/** Whether a referee draws fairly and names the winner that follows; the probabilities are computed in `draw.test.ts`. */

import { protocol } from "../../contract.js";
import type { RefereeFixture } from "../../fixtures/referee-fixture.js";
import type { MatchObservation } from "../../peers/match-observation.js";
import { parityOf } from "../../peers/result.js";
import type { Check } from "../../types.js";
import { choiceOf, publishedOutcomes, winnerIn } from "./helpers/match-outcome.js";
import {
  A_SERIES,
  COMBINATIONS,
  INDEPENDENT,
  inSeries,
  SERIES,
  SERIES_LENGTH,
  UNIFORM,
} from "./helpers/played-matches.js";

const { minimum, maximum } = protocol.draw;
const RANGE = maximum - minimum + 1;

/** Beyond this, chi-square over 160 draws of ten numbers is refuted: probability 3.0e-7 for a fair referee. */
export const CRITICAL = 50;

/** Of the 40 numbers drawn for one pair of choices so many are even; probability of more or fewer 2e-8 for each pair. */
export const EVEN_LIMITS = { least: 4, most: 36 } as const;

/** A machine that is later than this, in milliseconds, may be why a referee does not draw often enough in the time. */
const BUSY_MS = 100;

/** Of all three questions together. */
export const FALSE_ALARM = "9e-7";

/** For the steps from one number to the next, over all instances; probability below 1e-8 for a fair referee. */
export const CRITICAL_STEPS = 60;

/** Among so many steps none is from a number to itself; probability below 1e-7 for a fair referee. */
export const NEVER_REPEATED = 153;

/** Instances that are compared have drawn so many numbers each. */
export const COMPARED = 36;

/**
 * By chance the frequencies in halves of two sequences differ by about 16. In equal sequences they differ by what has changed in
 * the order of matches that are played at the same time. Of three fair instances all pairs are so alike with a probability
 * below 1e-7.
 */
export const MOST_ALIKE = 4;

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

export const drawChecks: readonly Check<RefereeFixture>[] = [
  {
    id: "referee/draw/both-right-or-wrong",
    title: "calls a match a DRAW without a winner when both players are right, or both wrong",
    decides: ["REF-DRAW-05"],
    kills: [
      "referee:both-right-is-as-win",
      "referee:both-wrong-is-bs-win",
      "referee:ignores-the-choices",
      "referee:names-a-draw-as-the-winner",
    ],
    shares: SERIES,
    steps: [A_SERIES],
    async run(fixture) {
      const cases = new Set<string>();
      await inSeries(fixture, ({ playerA, playerB }, outcome) => {
        const { from, number, status } = outcome;
        const [a, b] = [playerA.chosen.at(-1), playerB.chosen.at(-1)];
        if (a !== b || !Number.isInteger(number)) return;
        const both = a === parityOf(Number(number)) ? "right" : "wrong";
        const facts = `both players sent ${String(a)}, ${String(number)} was drawn, so both were ${both}`;
        fixture.expect(winnerIn(fixture, outcome), `the winner in ${from} (${facts})`).is(null);
        if (status !== undefined) fixture.expect(status, `the status in ${from} (${facts})`).is("DRAW");
        cases.add(`${String(a)} ${both}`);
      });
      if (cases.size < COMBINATIONS.length)
        fixture.notExercised(`only these of four cases came up: ${[...cases].join(", ")}`);
    },
  },
  {
    id: "referee/draw/draws-in-range",
    title: "draws an integer from 1 to 10 and names its parity, in GAME_OVER and in the report",
    decides: ["REF-DRAW-01"],
    kills: ["referee:draws-zero", "referee:wrong-parity", "referee:reports-number-zero"],
    shares: SERIES,
    steps: [A_SERIES],
    async run(fixture) {
      await inSeries(fixture, (match, outcome) => {
        for (const { from, number, parity } of publishedOutcomes(fixture, match, outcome)) {
          fixture.expect(number, `drawn_number in ${from}`).isInteger({ min: minimum, max: maximum });
          // The report of RA has no parity; that it should have one is for another check.
          if (from === "MATCH_RESULT_REPORT" && parity === undefined) continue;
          fixture
            .expect(parity, `number_parity of ${String(number)} in ${from}`)
            .is(parityOf(Number(number)));
        }
      });
    },
  },
  {
    id: "referee/draw/publishes-what-was-sent",
    title: "publishes the choices that the players sent, each under its player's id",
    decides: ["REF-DRAW-06"],
    kills: ["referee:ignores-the-choices", "referee:swaps-the-choices"],
    shares: SERIES,
    steps: [A_SERIES],
    async run(fixture) {
      await inSeries(fixture, (match, outcome) => {
        const both = publishedOutcomes(fixture, match, outcome);
        for (const text of both.filter(({ choices }, index) => index === 0 || choices !== undefined)) {
          for (const player of [match.playerA, match.playerB]) {
            fixture
              .expect(choiceOf(text, player), `the choice of ${player.id} in ${text.from}`)
              .is(player.chosen.at(-1));
          }
        }
      });
    },
  },
  /** The winner is recomputed from the choices that the players really sent. */
  {
    id: "referee/draw/right-player-wins",
    title: "lets the player win that alone chose the parity of the number, be it A or B",
    decides: ["REF-DRAW-04"],
    kills: [
      "referee:ignores-the-choices",
      "referee:a-always-wins",
      "referee:wrong-side-wins",
      "referee:calls-every-match-a-draw",
    ],
    shares: SERIES,
    steps: [A_SERIES],
    async run(fixture) {
      const cases = new Set<string>();
      await inSeries(fixture, ({ playerA, playerB }, { from, number, winner }) => {
        const [a, b] = [playerA.chosen.at(-1), playerB.chosen.at(-1)];
        if (a === b || !Number.isInteger(number)) return;
        const right = a === parityOf(Number(number)) ? playerA : playerB;
        const text = `the winner in ${from} (${playerA.id} sent ${String(a)}, ${playerB.id} sent ${String(b)}, ${String(number)} was drawn)`;
        fixture.expect(winner, text).is(right.id);
        cases.add(`${String(a)} ${parityOf(Number(number))}`);
      });
      if (cases.size < COMBINATIONS.length)
        fixture.notExercised(`only these of four cases came up: ${[...cases].join(", ")}`);
    },
  },
  /**
   * Three questions to the 160 numbers of the series: is one of the ten never drawn (a referee that is fair misses one
   * with probability 4.8e-7), is chi-square over the ten beyond 50 (3.0e-7, exactly computed), and does the parity
   * follow the choices (8e-8)? A fair referee fails this check in fewer than 9 of ten million runs.
   */
  {
    id: UNIFORM,
    title: "draws every number equally often, whatever the players choose",
    decides: ["REF-DRAW-02"],
    kills: ["referee:never-draws-ten", "referee:favours-five-numbers", "referee:draws-for-a"],
    slow: true,
    shares: SERIES,
    steps: [A_SERIES],
    async run(fixture) {
      const draws: { number: number; choices: string }[] = [];
      await inSeries(fixture, ({ playerA, playerB }, { number }) => {
        const choices = `${String(playerA.chosen.at(-1))} and ${String(playerB.chosen.at(-1))}`;
        if (typeof number === "number") draws.push({ number, choices });
      });
      draws.splice(SERIES_LENGTH);
      if (draws.length < SERIES_LENGTH) {
        fixture.unlessBusy(
          BUSY_MS,
          `only ${draws.length} numbers were drawn in the time; ${SERIES_LENGTH} are needed for a verdict`,
        );
      }
      if (draws.some(({ number }) => number < minimum || number > maximum)) {
        fixture.notExercised("numbers outside of 1 to 10 were drawn, which is for another check", [
          "REF-DRAW-01",
        ]);
      }
      const counts = tally(draws.map(({ number }) => number));
      const seen = [...counts].map(([number, count]) => `${number}: ${count}`).join(", ");
      const missing = [...counts].filter(([, count]) => count === 0).map(([number]) => number);
      const chance = `a fair referee gets here with a probability below ${FALSE_ALARM}`;
      fixture.expect.that(missing.length === 0, {
        diagnosis: `in ${draws.length} matches the number ${missing.join(" and ")} was never drawn (${chance})`,
        expected: "every number from 1 to 10",
        received: seen,
      });
      const statistic = chiSquare([...counts.values()]);
      fixture.expect.that(statistic <= CRITICAL, {
        diagnosis: `the numbers of ${draws.length} matches are not uniform: chi-square is ${statistic.toFixed(1)} (${chance})`,
        expected: `chi-square of at most ${CRITICAL} with 9 degrees of freedom`,
        received: seen,
      });
      for (const choices of new Set(draws.map((draw) => draw.choices))) {
        const numbers = draws.filter((draw) => draw.choices === choices);
        const even = numbers.filter(({ number }) => number % 2 === 0).length;
        fixture.expect.that(even >= EVEN_LIMITS.least && even <= EVEN_LIMITS.most, {
          diagnosis: `when the players chose ${choices}, ${even} of ${numbers.length} numbers were even (${chance})`,
          expected: `from ${EVEN_LIMITS.least} to ${EVEN_LIMITS.most} even numbers`,
          received: String(even),
        });
      }
    },
  },
  {
    id: INDEPENDENT,
    title: "draws no number that follows from the one before, and other numbers after each start",
    decides: ["REF-DRAW-02"],
    kills: [
      "referee:draws-in-turn",
      "referee:never-draws-the-same-again",
      "referee:draws-the-same-after-each-start",
    ],
    slow: true,
    shares: SERIES,
    steps: [A_SERIES],
    async run(fixture) {
      const sequences = await sequencesOf(fixture);
      const steps = sequences.flatMap(stepsIn);
      if (steps.length < SERIES_LENGTH / 2)
        fixture.notExercised(`only ${steps.length} numbers were drawn after another one`);
      const repeated = steps.filter((step) => step === 0).length;
      const what = `how many of ${steps.length} numbers are the same as the one before (one in ten, if they are fair)`;
      if (steps.length >= NEVER_REPEATED) fixture.expect(repeated, what).isInteger({ min: 1 });
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

/** The numbers of each instance in the order of their GAME_OVER messages, those of the shared instance first. */
async function sequencesOf(fixture: RefereeFixture): Promise<number[][]> {
  const draws: { instance: unknown; at_ms: number; number: number }[] = [];
  await inSeries(fixture, (match, { number }) => {
    const [gameOver] = match.gameOvers;
    if (gameOver !== undefined && isDrawn(number))
      draws.push({ instance: instanceOf(match), at_ms: gameOver.at_ms, number });
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
function instanceOf({ gameOvers: [gameOver] }: MatchObservation): unknown {
  return gameOver?.message.auth_token ?? gameOver?.message.sender;
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
