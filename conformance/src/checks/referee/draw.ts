/** Whether a referee draws fairly and names the correct winner; the probabilities are computed in `draw.test.ts`. */

import { protocol } from "../../contract.js";
import type { RefereeFixture } from "../../fixtures/referee-fixture.js";
import { areAlike, COMPARED, chiSquare, stepsIn, tally } from "../../frequencies.js";
import { type Parity, parityOf } from "../../peers/actors/result.js";
import type { MatchObservation } from "../../peers/match-observation.js";
import { type Judging, rule } from "../../rule.js";
import { times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import { choiceOf, publishedOutcomes, winnerIn } from "./helpers/match-outcome.js";
import {
  A_SERIES,
  COMBINATIONS,
  type Ended,
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

export const drawChecks: readonly Check<RefereeFixture>[] = [
  rule({
    id: "referee/draw/both-right-or-wrong",
    title: "calls a match a DRAW without a winner when both players are right, or both wrong",
    decides: ["REF-DRAW-05"],
    ...IN_SERIES,
    judge({ match, outcome }, about) {
      assertEvenOdd(about);
      const { from, number, status, shownBy } = outcome;
      const [a, b] = choicesIn(match);
      if (a !== b || !Number.isInteger(number)) return;
      const both = a === parityOf(Number(number)) ? "right" : "wrong";
      const facts = `both players sent ${a}, ${String(number)} was drawn, so both were ${both}`;
      about.expect(winnerIn(about, outcome), `the winner in ${from} (${facts})`, ...shownBy).is(null);
      if (status !== undefined)
        about.expect(status, `the status in ${from} (${facts})`, ...shownBy).is("DRAW");
    },
    afterwards: showAllCases((a, b) => a === b),
  }),
  rule({
    id: "referee/draw/draws-in-range",
    title: "draws an integer from 1 to 10 and names its parity, in GAME_OVER and in the report",
    decides: ["REF-DRAW-01"],
    ...IN_SERIES,
    judge({ match, outcome }, fixture) {
      for (const { from, number, parity, shownBy } of publishedOutcomes(fixture, match, outcome)) {
        fixture
          .expect(number, `drawn_number in ${from}`, ...shownBy)
          .isInteger({ min: minimum, max: maximum });
        // The report of RA has no parity, which another check judges.
        if (from === "MATCH_RESULT_REPORT" && parity === undefined) continue;
        fixture
          .expect(parity, `number_parity of ${String(number)} in ${from}`, ...shownBy)
          .is(parityOf(Number(number)));
      }
    },
  }),
  rule({
    id: "referee/draw/publishes-what-was-sent",
    title: "publishes the choices that the players sent, each under its player's id",
    decides: ["REF-DRAW-06"],
    ...IN_SERIES,
    judge({ match, outcome }, fixture) {
      const both = publishedOutcomes(fixture, match, outcome);
      for (const text of both.filter(({ choices }, index) => index === 0 || choices !== undefined)) {
        for (const player of [match.playerA, match.playerB]) {
          fixture
            .expect(choiceOf(text, player), `the choice of ${player.id} in ${text.from}`, ...text.shownBy)
            .is(player.chosen.at(-1));
        }
      }
    },
  }),
  /** The winner is computed from the choices that the players sent. */
  rule({
    id: "referee/draw/right-player-wins",
    title: "names the only player that chose the parity of the number, A or B, as the winner",
    decides: ["REF-DRAW-04"],
    ...IN_SERIES,
    judge({ match, outcome: { from, number, winner, shownBy } }, { expect, game }) {
      const { playerA, playerB } = match;
      const [a, b] = choicesIn(match);
      if ((game.isEvenOdd && a === b) || !Number.isInteger(number)) return;
      const played = { playerA: playerA.id, playerB: playerB.id, choiceA: a as Parity, choiceB: b as Parity };
      const right = game.winnerOf({ ...played, number: Number(number) });
      const text = `the winner in ${from} (${playerA.id} sent ${a}, ${playerB.id} sent ${b}, ${String(number)} was drawn)`;
      expect(winner, text, ...shownBy).is(right ?? null);
    },
    afterwards: showAllCases((a, b) => a !== b),
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

/** Each choice of A with an even and with an odd number must have come up, where the choices are of this kind. */
function showAllCases(areOfKind: (a: string, b: string) => boolean) {
  return (parts: readonly Ended[], { notExercised, game }: Judging): void => {
    if (!game.isEvenOdd) return;
    const cases = parts.flatMap(({ match, outcome: { number } }) => {
      const [a, b] = choicesIn(match);
      return areOfKind(a, b) && Number.isInteger(number) ? [`${a} ${parityOf(Number(number))}`] : [];
    });
    const shown = [...new Set(cases)];
    if (shown.length < COMBINATIONS.length)
      notExercised(`only these of four cases came up: ${shown.join(", ")}`);
  };
}
