/**
 * A long series of quick matches, in which the two players choose alike and otherwise in turn. Played once in a run; all
 * checks of what a normal match looks like, and of the draw, look at it. It ends with one match after which the suite
 * goes on listening, and one that is declined.
 */

import type { PlayedMatches } from "../../bench/played-matches.js";
import type { RefereeBench } from "../../bench/referee-bench.js";
import { chooses, declines } from "../../peers/behaviour.js";
import type { MatchObservation } from "../../peers/match-observation.js";
import type { MatchPlan, RefereeLeague } from "../../peers/referee-league.js";
import type { Parity } from "../../peers/result.js";
import { quickMatch } from "../../time/mandates.js";
import { ended, type Outcome, outcomeOf } from "./_outcome.js";
import { joinDeadline, refusedMatch } from "./_times.js";

export const SERIES = "a series of quick matches";

/** So many that a number which is never drawn would not be missed; see `draw/uniform`. */
export const SERIES_LENGTH = 160;

/** The four combinations of choices, A's first. */
export const COMBINATIONS: readonly (readonly [Parity, Parity])[] = [
  ["even", "odd"],
  ["odd", "even"],
  ["even", "even"],
  ["odd", "odd"],
];

/** On so many instances, so that nobody's limit on messages is met, and nobody's pauses add up. */
const INSTANCES = 4;
/** No new match begins after this; a slow referee plays a shorter series. */
const TIME_MS = 2 * quickMatch();

/** The longest that it takes: its time, the last matches in it, and the two that end it. */
export const seriesWorst = TIME_MS + 2 * quickMatch() + refusedMatch;

type Look = (match: MatchObservation, outcome: Outcome) => void;

/** Looks at each match of the series that was played to its end, both players having chosen. */
export function inSeries(bench: RefereeBench, look: Look): Promise<void> {
  return inWholeSeries(bench, (match, outcome) => {
    if (match.playerA.chosen.length > 0 && match.playerB.chosen.length > 0) look(match, outcome);
  });
}

/** The same, with the match that was declined. @throws NotExercised when none was played to its end */
export async function inWholeSeries(bench: RefereeBench, look: Look): Promise<void> {
  const played = await series(bench);
  const [first] = played.matches;
  if (first !== undefined && played.matches.every((match) => outcomeOf(match) === undefined)) ended(first);
  bench.each(played, (match) => {
    const outcome = outcomeOf(match);
    if (outcome !== undefined) look(match, outcome);
  });
}

function series(bench: RefereeBench): Promise<PlayedMatches> {
  return bench.played(SERIES, async (league) => {
    const helpers = Array.from({ length: bench.mayLaunch ? INSTANCES - 1 : 0 }, () => bench.launch());
    const length = (SERIES_LENGTH / INSTANCES) * (bench.canStart ? helpers.length + 1 : INSTANCES);
    const leagues = [league, ...(await Promise.all(helpers)).map((world) => world.league)];
    const end = bench.clock.now() + TIME_MS;
    const seen: MatchObservation[] = [];
    let next = 0;
    const place = async (where: RefereeLeague) => {
      while (next < length && bench.clock.now() < end) {
        const index = next;
        next += 1;
        const match = await where.runMatch(planOf(index));
        seen[index] = match;
        // Who does not play a match is not given a hundred more.
        if (match.report === undefined && match.gameOvers.length === 0) break;
      }
    };
    await Promise.all(leagues.flatMap((where) => Array.from({ length: where.capacity }, () => place(where))));
    const played = seen.filter((match) => match !== undefined);
    if (played.length < 2) return played;
    const last = [{ settleMs: joinDeadline / 2 }, { a: { join: declines() }, patienceMs: refusedMatch }];
    for (const plan of last) played.push(await league.runMatch(plan));
    return played;
  });
}

function planOf(index: number): MatchPlan {
  const [a, b] = COMBINATIONS[index % COMBINATIONS.length] ?? ["even", "odd"];
  return { a: { choice: chooses(a) }, b: { choice: chooses(b) } };
}
