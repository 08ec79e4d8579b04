/** Whether a referee draws fairly and names the correct winner; the probabilities are computed in `draw.test.ts`. */
import { protocol } from "../../contract.js";
import type { RefereeFixture } from "../../fixtures/member-fixtures.js";
import { type Parity, parityOf } from "../../peers/actors/result.js";
import type { MatchObservation } from "../../peers/observation.js";
import { bothChose, choiceOf, isPlayedAgain, named, outcomesOf, winnerIn } from "../../rules/match-rules.js";
import { type Judging, rule } from "../../rules/rule.js";
import { times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import { onBehalfOf } from "../../verdict.js";
import {
  A_SERIES,
  COMBINATIONS,
  type Ended,
  EVERY_MATCH,
  IN_SERIES,
  INDEPENDENT,
  MORE,
  MORE_MS,
  moreOfPair,
  SERIES,
  SERIES_LENGTH,
  UNIFORM,
} from "./helpers/played-matches.js";

const { minimum, maximum } = protocol.draw;
const RANGE = maximum - minimum + 1;

/** The limit of chi-square over 160 draws of ten numbers: a fair referee exceeds it with probability 3.0e-7. */
export const CRITICAL = 50;

/** Of the 40 numbers drawn for one pair of choices this many are even; probability of more or fewer 2e-8 for each pair. */
export const EVEN_LIMITS = { least: 4, most: 36 } as const;

/** On a machine later than this, in milliseconds, a referee may not draw often enough in the time. */
const BUSY_MS = 100;

/** The probability of all four questions together. */
export const FALSE_ALARM = "1e-6";

/** The limit for the steps from one number to the next, over all instances; probability below 1e-8 for a fair referee. */
export const CRITICAL_STEPS = 60;

/** Among this many steps none is from a number to itself; probability below 1e-7 for a fair referee. */
const NEVER_REPEATED = 153;

const PARITIES: readonly unknown[] = ["even", "odd"];

export const drawChecks: readonly Check<RefereeFixture>[] = [
  rule({
    id: "referee/draw/draws-in-range",
    title: "draws an integer from 1 to 10 and names its parity, wherever it names the number",
    decides: ["REF-DRAW-01"],
    over: EVERY_MATCH,
    where: (part, { leagueForm }) => bothChose(part) || leagueForm === "canonical",
    judge(part, { expect, dialect }) {
      for (const { from, isReport, number, parity, shownBy } of outcomesOf(part.match)) {
        const where = `${from} of ${named(part)}`;
        if (isReport && dialect === "flat") continue;
        if (bothChose(part))
          expect(number, `drawn_number in ${where}`, ...shownBy).isInteger({ min: minimum, max: maximum });
        // A missing parity is for REF-OVER-02 and REF-REP-05; 0 without one means that no number was drawn (REF-OVER-03).
        const isMissing = parity === undefined && (isReport || !bothChose(part));
        if (typeof number !== "number" || isMissing || (number === 0 && parity === null)) continue;
        expect(parity, `number_parity of ${number} in ${where}`, ...shownBy).is(parityOf(number));
      }
    },
  }),
  /** Other checks judge invalid choices. */
  rule({
    id: "referee/draw/publishes-what-was-sent",
    title:
      "publishes the choices that the players sent, each under its player's id, also when one was asked again",
    decides: ["REF-DRAW-06"],
    over: EVERY_MATCH,
    judge(part, { expect, dialect }) {
      const { match } = part;
      if (isPlayedAgain(match)) return;
      const ended_ms = match.gameOvers[0]?.at_ms ?? Number.POSITIVE_INFINITY;
      for (const [index, outcome] of outcomesOf(match).entries()) {
        if (outcome.isReport && dialect === "flat") continue;
        for (const player of [match.playerA, match.playerB]) {
          const published = choiceOf(outcome, player);
          const what = `the choice of ${player.id} in ${outcome.from} of ${named(part)}`;
          const wasAwaited = player.answered.every(({ at_ms }) => at_ms <= ended_ms);
          onBehalfOf([wasAwaited ? "REF-DRAW-06" : "REF-CHOICE-05"], () => {
            if (bothChose(part) && (index === 0 || outcome.choices !== undefined))
              expect(published, what, ...outcome.shownBy).is(player.chosen.at(-1));
            if (![published, player.chosen.at(-1)].every((one) => PARITIES.includes(one))) return;
            const sent = player.chosen.map((choice) => String(choice).trim().toLowerCase());
            expect(published, what, ...outcome.shownBy).isOneOf(sent);
          });
        }
      }
    },
  }),
  /** The winner is computed from the choices that the players sent. Whether these are published is for REF-DRAW-06. */
  rule({
    id: "referee/draw/right-player-wins",
    title:
      "publishes WIN for the only player that chose the parity of the number, A or B, and DRAW without a winner when both were right or both wrong",
    decides: ["REF-DRAW-04", "REF-DRAW-05", "REF-OVER-02"],
    over: EVERY_MATCH,
    where: bothChose,
    judge(part, about) {
      const { playerA, playerB } = part.match;
      const [a, b] = choicesIn(part.match);
      const played = { playerA: playerA.id, playerB: playerB.id, choiceA: a as Parity, choiceB: b as Parity };
      for (const outcome of outcomesOf(part.match)) {
        const { from, isReport, number, status, shownBy } = outcome;
        if (isReport || !Number.isInteger(number)) continue;
        const right = about.game.winnerOf({ ...played, number: Number(number) }) ?? null;
        const facts = `${from} of ${named(part)} (${playerA.id} sent ${a}, ${playerB.id} sent ${b}, ${String(number)} was drawn)`;
        onBehalfOf([right === null ? "REF-DRAW-05" : "REF-DRAW-04"], () =>
          about.expect(winnerIn(about, outcome), `the winner in ${facts}`, ...shownBy).is(right),
        );
        if (status === undefined) continue;
        onBehalfOf([right === null ? "REF-DRAW-05" : "REF-OVER-02"], () =>
          about.expect(status, `the status in ${facts}`, ...shownBy).is(right === null ? "DRAW" : "WIN"),
        );
      }
    },
    /** Each choice of A with an even and with an odd number must have come up, with equal and with different choices. */
    afterwards(parts, { notExercised, game }) {
      if (!game.isEvenOdd) return;
      const cases = parts.flatMap(({ match }) => {
        const number = outcomesOf(match)[0]?.number;
        return Number.isInteger(number)
          ? [`${choicesIn(match).join(" and ")}, ${parityOf(Number(number))}`]
          : [];
      });
      const shown = [...new Set(cases)];
      if (shown.length < 2 * COMBINATIONS.length)
        notExercised(`only these of ${2 * COMBINATIONS.length} cases came up: ${shown.join("; ")}`);
    },
  }),
  /**
   * Four questions. Three to the 160 numbers of the series: is one of the ten never drawn (a referee that is fair misses one
   * with probability 4.8e-7), is chi-square over the ten beyond 50 (3.0e-7, exactly computed), and does the parity
   * follow the choices (8e-8)? The fourth: is a number never drawn when both choose alike, or never when they do not, neither in
   * the 80 of the series (0.4 %) nor in 100 more, which are played for that alone (together 1.2e-7)?
   */
  rule({
    id: UNIFORM,
    title: "draws every number equally often, for all choices of the players",
    decides: ["REF-DRAW-02"],
    slow: true,
    ...IN_SERIES,
    over: { ...SERIES, steps: [A_SERIES, times(2, MORE_MS)] },
    async afterwards(parts, fixture) {
      assertEvenOdd(fixture);
      const draws = parts
        .flatMap(({ match, outcome: { number } }) => {
          const [a, b] = choicesIn(match);
          return typeof number === "number" ? [{ number, choices: `${a} and ${b}`, isAlike: a === b }] : [];
        })
        .slice(0, SERIES_LENGTH);
      if (draws.length < SERIES_LENGTH) {
        fixture.unlessBusy(
          BUSY_MS,
          `only ${draws.length} numbers were drawn in the time; ${SERIES_LENGTH} are needed for a verdict`,
        );
      }
      if (draws.some(({ number }) => number < minimum || number > maximum)) {
        fixture.notExercised("numbers outside of 1 to 10 were drawn, which another check judges", [
          "REF-DRAW-01",
        ]);
      }
      const counts = tally(draws.map(({ number }) => number));
      const seen = [...counts].map(([number, count]) => `${number}: ${count}`).join(", ");
      const missing = undrawn(draws.map(({ number }) => number));
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
      for (const isAlike of [true, false]) {
        const those = draws.filter((draw) => draw.isAlike === isAlike).map(({ number }) => number);
        const never = undrawn(those);
        if (never.length === 0) continue;
        const more = await moreOfPair(fixture, isAlike);
        // With too few matches of a slow referee this question is not decided.
        if (more.length < MORE) continue;
        const still = never.filter((number) => !more.includes(number));
        fixture.expect.that(still.length === 0, {
          diagnosis: `in ${those.length + more.length} matches in which the players chose ${isAlike ? "the same" : "differently"}, the number ${still.join(" and ")} was never drawn (${chance})`,
          expected: "every number from 1 to 10",
          received: `never ${still.join(", ")}`,
        });
      }
    },
  }),
  rule({
    id: INDEPENDENT,
    title: "draws no number that follows from the one before, and other numbers after each start",
    decides: ["REF-DRAW-02"],
    slow: true,
    ...IN_SERIES,
    afterwards(parts, fixture) {
      assertEvenOdd(fixture);
      const sequences = sequencesOf(parts);
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
      // The first instance of the series may have played other matches before.
      const fresh = sequences.slice(1).filter(({ length }) => length >= COMPARED);
      fixture.expect.that(!areAlike(fresh), {
        diagnosis: `${fresh.length} instances drew the same numbers after their starts (fair ones do with a probability below 1e-7)`,
        expected: "other numbers after each start",
        received: fresh.map((numbers) => numbers.slice(0, COMPARED).join(" ")).join("; "),
        hint: "The numbers of a generator with a fixed seed can be known beforehand.",
      });
    },
  }),
];

/** The winner and the number of another game follow from its own rules. */
function assertEvenOdd({ game, notApplicable }: Judging): void {
  if (!game.isEvenOdd)
    notApplicable(`the league plays ${game.type}, which draws and decides by its own rules`);
}

function undrawn(numbers: readonly number[]): number[] {
  return [...tally(numbers)].filter(([, count]) => count === 0).map(([number]) => number);
}

/** The numbers of each instance in the order of their GAME_OVER messages, those of the shared instance first. */
function sequencesOf(parts: readonly Ended[]): number[][] {
  const draws = parts.flatMap(({ match, outcome: { number } }) => {
    const [gameOver] = match.gameOvers;
    return gameOver !== undefined && isDrawn(number)
      ? [{ instance: instanceOf(match), at_ms: gameOver.at_ms, number }]
      : [];
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

/** Each instance has registered separately, and has a different token. */
function instanceOf({ gameOvers: [gameOver] }: MatchObservation): unknown {
  return gameOver?.message.auth_token ?? gameOver?.message.sender;
}

/** The last choices of both players, as text. */
function choicesIn({ playerA, playerB }: MatchObservation): [a: string, b: string] {
  return [String(playerA.chosen.at(-1)), String(playerB.chosen.at(-1))];
}

// How often numbers were drawn, and whether that is by chance.

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
