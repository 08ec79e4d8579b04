/** Matches for the checks: several at once, and a series. */

import type { RefereeFixture } from "../../../fixtures/member-fixtures.js";
import { chooses, declines, httpStatus } from "../../../peers/actors/behaviour.js";
import type { Parity } from "../../../peers/actors/result.js";
import type { Answer } from "../../../peers/exchange/answer.js";
import type { MatchObservation } from "../../../peers/observation.js";
import type { MatchPlan, RefereeLeague } from "../../../peers/referee-league.js";
import { named, type Outcome, type Seen, timeBetween } from "../../../rules/match-rules.js";
import type { Rule, Scenario, WholeRun } from "../../../rules/rule.js";
import { joinDeadline, pauseBetween, quickMatch, refusedMatch } from "../../../time/protocol-deadlines.js";
import { runInSequence, times } from "../../../time/steps.js";
import type { TimedStep } from "../../../types.js";
import { NotApplicable, type Shown } from "../../../verdict.js";
import { ended, outcomeOf } from "./match-outcome.js";

/** The messages of a match. */
const about = ({ match }: { match: MatchObservation }) => ({ ids: [`"${match.matchId}"`] });

// All matches of the run.

export const EVERY_MATCH: WholeRun<RefereeFixture, Seen> = {
  name: "the matches of this run",
  seenBy: matchesSeen,
  traceOf: ({ match, seen: { transcript } }) => ({ transcript, ...about({ match }) }),
};

/** That this time is not longer than the limit in any match; it is undefined where a match does not show it. */
export function timed(
  what: string,
  atMost: number,
  timeIn: (match: MatchObservation) => number | undefined,
  shownBy: (match: MatchObservation) => readonly Shown[] = () => [],
): Pick<Rule<RefereeFixture, Seen>, "over" | "worst" | "judge"> {
  const timeOf = ({ match }: Seen) => timeIn(match) ?? 0;
  return {
    over: EVERY_MATCH,
    worst: timeOf,
    judge: (part, { expect }) =>
      expect.time(timeOf(part), `${what} of ${named(part)}`, ...shownBy(part.match)).isAtMost(atMost),
  };
}

/** That the first messages of this type to the two players are sent at nearly the same time, in any match. */
export const sentAtOnce = (type: string) =>
  timed(
    `the time between the first ${type}s to the players`,
    joinDeadline / 4,
    (match) => timeBetween(match, type),
    (match) => match.toPlayers(type),
  );

function matchesSeen(fixture: RefereeFixture): Seen[] {
  const played = fixture.matches
    // The restarted process may play a match again.
    .filter(({ unusual }) => unusual !== "restart")
    .map((seen) => ({ match: seen.observe(), seen }))
    .filter(({ match }) => match.invitations.length > 0);
  if (played.length === 0) fixture.notExercised("no match was played", ["REF-REG-01", "REF-RUN-01"]);
  return played;
}

// Several matches for one question, as many at the same time as the referee accepts.

export interface Case extends MatchPlan {
  /** The scripted fault, as text for the diagnosis: "answered each choice call with HTTP 500". */
  what: string;
}

/** A match that was played for one question. */
export type Played<C> = C & { match: MatchObservation };

/** Plays the matches of the cases; after the first one that is wrong no further one starts. */
export async function playCases<C extends Case>(
  league: RefereeLeague,
  cases: readonly C[],
  isWrong: (part: Played<C>) => boolean,
): Promise<Played<C>[]> {
  // A referee that plays one after the other, although it has announced more, may play the others first.
  const beginsWithinMs = Math.max(...cases.map(({ timeoutMs = 0 }) => timeoutMs));
  const queue = [...cases];
  const played: Played<C>[] = [];
  let someWrong = false;
  const place = async () => {
    for (let one = queue.shift(); one !== undefined && !someWrong; one = queue.shift()) {
      const part = { ...one, match: await league.runMatch({ beginsWithinMs, ...one }) };
      played.push(part);
      someWrong ||= isWrong(part);
    }
  };
  await Promise.all(Array.from({ length: Math.min(league.capacity, cases.length) }, place));
  return played;
}

/** These matches for one rule, each within this time. @param only those that the wire form has words for; default: all */
export function matchesIn<const C extends Omit<Case, "timeoutMs">>(
  timeoutMs: number,
  cases: readonly C[],
  only: (one: C, fixture: RefereeFixture) => boolean = () => true,
): Scenario<RefereeFixture, Played<C & { timeoutMs: number }>> {
  return {
    // What takes longer than a quick match mostly waits.
    ...(timeoutMs > quickMatch() ? { concurrent: true } : {}),
    steps: [runInSequence(cases.length, timeoutMs)],
    about,
    play: (fixture, isWrong) => {
      const encodable = cases.filter((one) => only(one, fixture));
      return playCases(
        fixture.league,
        encodable.map((one) => ({ ...one, timeoutMs })),
        isWrong,
      );
    },
  };
}

const FAILED: readonly Case[] = [
  { what: "A declined its invitation", a: { join: declines() } },
  { what: "A answered each invitation with HTTP 500", a: { join: httpStatus(500) } },
  { what: "A answered each choice call with HTTP 500", a: { choice: httpStatus(500) } },
];

export const NOTHING_FAILED = "nothing failed";

/** Matches that fail in different ways, and then one in which nothing fails. Played once in a run. */
export const FAILED_THEN_PLAYED: Scenario<RefereeFixture, Played<Case>> = {
  name: "failed matches, and then another one",
  concurrent: true,
  steps: [runInSequence(FAILED.length + 1, refusedMatch)],
  about,
  async play(fixture) {
    const league = await fixture.anyLeague();
    const failing = FAILED.map((one) => ({ ...one, timeoutMs: refusedMatch }));
    const failed = await playCases<Case>(league, failing, ({ match }) => outcomeOf(match) === undefined);
    return [...failed, { what: NOTHING_FAILED, match: await league.runMatch() }];
  },
};

// A long series of quick matches with equal and different choices of the players by turns. Played once in a run; all
// checks of normal matches and of the draw use it. It begins with one match after which the suite
// still listens during the others, and ends with one that is declined.

/** The check of the frequencies of the numbers. */
export const UNIFORM = "referee/draw/uniform";

/** The check whether numbers follow from earlier ones. */
export const INDEPENDENT = "referee/draw/independent";

/** The checks that need the whole series; without them it is shorter, which takes a third of a run's processor time. */
export const OF_WHOLE_SERIES: readonly string[] = [UNIFORM, INDEPENDENT];

/** Enough for these checks to detect a number that is never drawn. */
export const SERIES_LENGTH = 160;

/** The checks that need each choice with each parity. */
const OF_ALL_CASES: readonly string[] = ["referee/draw/right-player-wins"];

/** Enough for these: the probability that one of the four cases of choices and parity does not occur is 6e-5. */
const LENGTH_FOR_ALL_CASES = 64;

/** Enough for all other checks, which look at one match after the other. */
const SHORT_SERIES_LENGTH = 16;

/** The four combinations of choices, A's first. */
export const COMBINATIONS: readonly (readonly [Parity, Parity])[] = [
  ["even", "odd"],
  ["odd", "even"],
  ["even", "even"],
  ["odd", "odd"],
];

/** The number of instances, so that no instance reaches a limit on messages, and pauses do not add up. */
const INSTANCES = 4;

/** No new match begins after this; a slow referee plays a shorter series. */
const TIME_MS = 2 * quickMatch();

/** The maximum duration: the time of the series, the last matches in it, and the two at its end. */
export const A_SERIES: TimedStep = [TIME_MS, times(2, quickMatch()), refusedMatch];

/** Where all other checks wait for the series, the suite listens just longer than the pause before a repeated call. */
const settleMs = ({ mayLaunch }: RefereeFixture) => (mayLaunch ? 0.8 * joinDeadline : 1.1 * pauseBetween);

/** A match of the series that has come to its end. */
export interface Ended {
  match: MatchObservation;
  outcome: Outcome;
}

export const SERIES: Scenario<RefereeFixture, Ended> = {
  name: "a series of quick matches",
  steps: [A_SERIES],
  about,
  async play(fixture) {
    const played = await playSeries(fixture);
    const [first] = played;
    if (first !== undefined && played.every((match) => outcomeOf(match) === undefined)) ended(first);
    return played.flatMap((match) => {
      const outcome = outcomeOf(match);
      return outcome === undefined ? [] : [{ match, outcome }];
    });
  },
};

/** The matches of the series in which both players have chosen. */
export const IN_SERIES = {
  over: SERIES,
  where: ({ match: { playerA, playerB } }: Ended) => playerA.chosen.length > 0 && playerB.chosen.length > 0,
} as const;

function seriesLength(isAsked: (checkId: string) => boolean): number {
  if (OF_WHOLE_SERIES.some(isAsked)) return SERIES_LENGTH;
  return OF_ALL_CASES.some(isAsked) ? LENGTH_FOR_ALL_CASES : SHORT_SERIES_LENGTH;
}

async function playSeries(fixture: RefereeFixture): Promise<MatchObservation[]> {
  const league = await fixture.anyLeague();
  const helpers = Array.from({ length: fixture.mayLaunch ? INSTANCES - 1 : 0 }, () => fixture.launch());
  const leagues = [league, ...(await Promise.all(helpers)).map((instance) => instance.league)];
  const length = seriesLength(fixture.isAsked);
  const end = fixture.clock.now() + TIME_MS;
  const first = await league.playMatch({ ...planOf(0), settleMs: settleMs(fixture) });
  const seen: MatchObservation[] = [];
  let next = 0;
  const place = async (where: RefereeLeague) => {
    while (next < length && fixture.clock.now() < end) {
      const index = next;
      next += 1;
      const match = await where.runMatch(planOf(index));
      seen[index] = match;
      // A referee that does not play one match gets no further ones.
      if (match.report === undefined && match.gameOvers.length === 0) break;
    }
  };
  await Promise.all(leagues.flatMap((where) => Array.from({ length: where.capacity }, () => place(where))));
  const played = [await first.observed, ...seen.filter((match) => match !== undefined)];
  if (played.length < 2) return played;
  return [...played, await league.runMatch({ a: { join: declines() }, timeoutMs: refusedMatch })];
}

/** The number of additional matches that decide whether a number missing from the series is ever drawn with such choices. */
export const MORE = 100;

/** No additional match begins after this. */
export const MORE_MS = TIME_MS;

/** The numbers drawn in more matches in which the players choose the same, or differently. */
export async function moreOfPair(fixture: RefereeFixture, isAlike: boolean): Promise<number[]> {
  const pairs = COMBINATIONS.filter(([a, b]) => (a === b) === isAlike);
  const label = `more matches with ${isAlike ? "equal" : "different"} choices`;
  const played = await fixture.recorded(label, async () => {
    const league = await fixture.anyLeague();
    const end = fixture.clock.now() + MORE_MS;
    const seen: MatchObservation[] = [];
    let left = MORE;
    const place = async () => {
      while (left > 0 && fixture.clock.now() < end) {
        const [a, b] = pairs[left % pairs.length] ?? ["even", "odd"];
        left -= 1;
        seen.push(await league.runMatch({ a: { choice: chooses(a) }, b: { choice: chooses(b) } }));
      }
    };
    await Promise.all(Array.from({ length: league.capacity }, place));
    return seen;
  });
  return played.value.map((match) => outcomeOf(match)?.number).filter((number) => typeof number === "number");
}

function planOf(index: number): MatchPlan {
  const [a, b] = COMBINATIONS[index % COMBINATIONS.length] ?? ["even", "odd"];
  return { a: { choice: chooses(a) }, b: { choice: chooses(b) } };
}

const METHOD_NOT_FOUND = -32_601;

/** @throws NotApplicable for a referee that does not support RUN_MATCH */
export function skipWithoutRunMatch(answer: Answer): void {
  if (answer.outcome !== "refusal" || answer.refusal.code !== METHOD_NOT_FOUND) return;
  throw new NotApplicable(`this referee does not support RUN_MATCH: ${answer.describe()}`);
}
