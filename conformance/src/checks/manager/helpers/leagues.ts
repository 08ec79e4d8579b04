/** The leagues with correct agents only, by number of players. */

import type { Done, ManagerFixture } from "../../../fixtures/manager-fixture.js";
import type { LeagueOptions } from "../../../fixtures/open-league.js";
import { type RefereeScript, reportsOutcomes, slowly } from "../../../peers/referee-behaviour.js";
import type { Leagues } from "../../../rule.js";
import { sharesItsToken } from "../../../rules/league-rules.js";
import { times } from "../../../time/steps.js";
import { CheckFailure, NotExercised } from "../../../verdict.js";
import { A_LEAGUE, NO_END } from "./league-progress.js";
import { IdleQueries, LeagueQueries, QUERIES } from "./league-queries.js";
import { SEND_REPORTS } from "./reports.js";
import { sharedLeagues } from "./shared-leagues.js";
import {
  DEFAULT_NUMBERS,
  nameOf,
  outcomeIn,
  PLAIN_SIZE,
  type Played,
  singleLeague,
} from "./single-league.js";

interface Special extends Required<Pick<LeagueOptions, "playerOptions" | "refereeOptions">> {
  /** The queries to the manager during the league. */
  asked?: LeagueQueries;
  idle?: IdleQueries;
}

/** The size of the league in which the manager is queried. */
const QUERIED_SIZE = 4;

/** The size of the league in which reports of earlier rounds are repeated. */
const REPEATING_SIZE = 3;

/** The size of the league in which a match ends in a technical loss. */
const LOSING_SIZE = 6;

/** The first names of the main league, with characters that are often lost: letters outside of ASCII, capitals, HTML characters. */
const UNUSUAL_NAMES = ['z Zo\u00eb & <b>"S\u00f6hne"</b>', "y \u540d\u524d \u03a9 \u{1f3b2} McX"];

const well = reportsOutcomes(outcomeIn);

/** Repeats the reports of earlier rounds before it reports a match. */
const repeatsEarlier: RefereeScript = async (assignment, tools) => {
  for (const earlier of tools.league.assignments)
    if (earlier.trueResult !== undefined && earlier.roundId !== assignment.roundId)
      await earlier.report(earlier.trueResult);
  await well(assignment, tools);
};

/** Reports that a player did not come to the first match; a manager that refuses this gets the usual report. */
const losesTheFirst: RefereeScript = async (assignment, tools) => {
  const isFirst = tools.league.assignments[0] === assignment;
  if (isFirst) await SEND_REPORTS["one player missing"](assignment, tools.league);
  if (!assignment.isCounted) await well(assignment, tools);
};

function specialLeague(players: number): Special | undefined {
  switch (players) {
    case REPEATING_SIZE:
      return repeatingLeague();
    case QUERIED_SIZE:
      return questionedLeague();
    case LOSING_SIZE:
      return losingLeague();
    default:
      return undefined;
  }
}

function losingLeague(): Special {
  const refereeOptions = Array.from({ length: LEAGUES.get(LOSING_SIZE) ?? 1 }, () => ({
    script: losesTheFirst,
  }));
  return { playerOptions: named(LOSING_SIZE), refereeOptions };
}

/** Its players send a query in each round in which they have no match. */
function repeatingLeague(): Special {
  const idle = new IdleQueries();
  const playerOptions = named(REPEATING_SIZE).map((options) => ({ ...options, react: idle.react }));
  return { idle, playerOptions, refereeOptions: [{ script: repeatsEarlier }, { script: repeatsEarlier }] };
}

function questionedLeague(): Special {
  const asked = new LeagueQueries();
  const script = asked.before(well);
  const playerOptions = named(QUERIED_SIZE).map((options) => ({ ...options, react: asked.react }));
  return { asked, playerOptions, refereeOptions: [{ script }, { script }] };
}

function named(players: number, first: readonly string[] = []) {
  return Array.from({ length: players }, (_, index) => ({ displayName: first[index] ?? nameOf(index) }));
}

// Leagues that are played once in a run, by correct agents, and judged by many checks. A manager at --url
// plays only one league, so there all of these are the same one (see `single-league.ts`).

/** The number of referees by the number of players. */
const LEAGUES: ReadonlyMap<number, number> = new Map([
  [2, 1],
  [3, 2],
  [4, 2],
  [5, 2],
  [6, 4],
  [7, 3],
]);

/** The sizes of leagues that the contract names. */
export const SIZES = [...LEAGUES.keys()];

const SMALLEST = 2;

/** The additional time of one referee of the main league for its matches. In milliseconds. */
const SLOWER_MS = 400;

/** The league for checks that do not depend on the number of players. */
async function plainLeague(fixture: ManagerFixture): Promise<Done<Played>> {
  if (!fixture.canStart) return singleLeague(fixture);
  const main = await leagueOf(fixture, PLAIN_SIZE).catch(unlessNotExercised);
  // Some managers wait for four players and two referees in any case.
  return main === undefined || main.value.seen.begun === "never"
    ? leagueOf(fixture, DEFAULT_NUMBERS.players)
    : main;
}

/** A league of this many players. @param plain without the special properties of the league of this size */
export function leagueOf(fixture: ManagerFixture, players: number, plain = false): Promise<Done<Played>> {
  if (!fixture.canStart) return singleLeague(fixture);
  const special = plain ? undefined : specialLeague(players);
  const { asked, idle, ...options } = special ?? plainOptions(players);
  const kind = special === undefined ? "a plain league" : "a league";
  const numbers = { players, referees: options.refereeOptions.length };
  const label = `${kind} of ${players} players and ${numbers.referees} referees`;
  return fixture.playedOnce(label, { ...numbers, ...options }, async ({ league }) => {
    const seen = await league.play();
    const questions = await asked?.answers(fixture.pause);
    return {
      seen,
      scenarios: new Map(),
      ...(questions === undefined ? {} : { questions }),
      ...(idle === undefined ? {} : { idle: await idle.answers() }),
    };
  });
}

export const PLAIN_LEAGUE: Leagues<ManagerFixture, Played> = {
  steps: [A_LEAGUE],
  judgeEach: async (fixture, judge) => judge(await plainLeague(fixture)),
};

/** A league of this many players; if it is special and shows a fault or too little, a plain one decides. */
export function ofSize(players: number): Leagues<ManagerFixture, Played> {
  return sharedLeagues({ steps: [A_LEAGUE], names: [players], play: leagueOf });
}

/** Leagues of two to seven players, as far as they begin, or the one that the manager at --url plays. */
export const ALL_SIZES: Leagues<ManagerFixture, Played> = {
  steps: [A_LEAGUE],
  async judgeEach(fixture, judge) {
    const main = await plainLeague(fixture);
    if (!fixture.canStart) return judge(main);
    const isPlainRight = await passesPlain(fixture, judge);
    const others = SIZES.filter((players) => !(isPlainRight && players === PLAIN_SIZE));
    const began = await Promise.all(others.map((players) => begins(fixture, players)));
    const sizes = others.filter((_, index) => began[index]);
    if (sizes.length === 0 && !isPlainRight) return judge(main);
    await Promise.all(sizes.map((players) => ofSize(players).judgeEach(fixture, judge)));
  },
};

/** A fault in the main league needs no league of another size. */
async function passesPlain(...[fixture, judge]: Parameters<typeof ALL_SIZES.judgeEach>): Promise<boolean> {
  if (!(await begins(fixture, PLAIN_SIZE))) return false;
  try {
    await ofSize(PLAIN_SIZE).judgeEach(fixture, judge);
    return true;
  } catch (error) {
    if (error instanceof CheckFailure) throw error;
    return false;
  }
}

/** In it the reports of earlier rounds are repeated, and players without a match ask for their next one. */
export const REPEATING_LEAGUE: Leagues<ManagerFixture, Played> = {
  steps: [A_LEAGUE, QUERIES],
  judgeEach: async (fixture, judge) => judge(await leagueOf(fixture, REPEATING_SIZE)),
};

/** In it a match is reported as a technical loss. */
export const LOSING_LEAGUE: Leagues<ManagerFixture, Played> = {
  steps: [times(2, A_LEAGUE)],
  async judgeEach(fixture, judge) {
    await skipIfLeagueFails(fixture);
    judge(await leagueOf(fixture, LOSING_SIZE));
  },
};

async function begins(fixture: ManagerFixture, players: number): Promise<boolean> {
  const isBegun = (league: Done<Played> | undefined) =>
    league !== undefined && league.value.seen.begun !== "never";
  if (isBegun(await leagueOf(fixture, players).catch(unlessNotExercised))) return true;
  return isBegun(await leagueOf(fixture, players, true).catch(unlessNotExercised));
}

/** Skips checks that depend on the configured numbers, for a manager that ignores them. */
export async function skipIfNumbersIgnored(fixture: ManagerFixture): Promise<void> {
  const { value } = await leagueOf(fixture, SMALLEST);
  if (value.seen.begun !== "by itself")
    fixture.notExercised(
      "the league manager does not begin when as many have registered as it is to wait for",
      ["LM-START-01"],
    );
}

/** Skips checks with faulty agents, for a manager whose league of correct agents does not end. */
export async function skipIfLeagueFails(fixture: ManagerFixture, players = SMALLEST): Promise<void> {
  if (!fixture.canStart) return;
  const { value } = await leagueOf(fixture, players);
  if (!value.seen.completed)
    fixture.notExercised("a league of correct agents does not come to its end either", NO_END);
}

/** The league in which the manager is queried, with its answers. */
export type QueriedLeague = Required<Pick<Played, "questions" | "seen">>;

export const QUERIED_LEAGUE: Leagues<ManagerFixture, QueriedLeague> = {
  steps: [A_LEAGUE, QUERIES],
  judgeEach: async (fixture, judge) => judge(await queriedLeague(fixture)),
};

async function queriedLeague(fixture: ManagerFixture): Promise<Done<QueriedLeague>> {
  const done = await leagueOf(fixture, QUERIED_SIZE);
  const { questions, seen } = done.value;
  if (questions === undefined)
    return fixture.notExercised(
      "the league manager did not play a league in which it could be asked",
      NO_END,
    );
  if (questions.asking.token === undefined)
    fixture.notExercised("the players got no token to ask with", ["LM-REG-01"]);
  if (sharesItsToken(questions.asking, seen.players))
    fixture.notExercised(`${questions.asking.id} was given the token of another player`, ["LM-REG-05"]);
  return { ...done, value: { questions, seen } };
}

function plainOptions(players: number): Special {
  const script = reportsOutcomes(outcomeIn);
  const referees = LEAGUES.get(players) ?? 1;
  const isMain = players === PLAIN_SIZE;
  const last = isMain ? slowly(SLOWER_MS, script) : script;
  return {
    playerOptions: named(players, isMain ? UNUSUAL_NAMES : []),
    refereeOptions: Array.from({ length: referees }, (_, index) => ({
      script: index === referees - 1 ? last : script,
    })),
  };
}

function unlessNotExercised(error: unknown): undefined {
  if (!(error instanceof NotExercised)) throw error;
}
