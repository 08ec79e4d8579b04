/** Leagues of correct agents, each of which is played once in a run and judged by many checks. */
import type { Done, ManagerFixture } from "../../../fixtures/manager-fixture.js";
import type { OpenLeague } from "../../../fixtures/open-league.js";
import type { RegisteredPeer } from "../../../peers/actors/registered-peer.js";
import type { Assignment, Outcome } from "../../../peers/assignment.js";
import type { PlayerOptions } from "../../../peers/managed-league.js";
import type { LeagueObservation } from "../../../peers/observation.js";
import {
  type LeagueAgents,
  type RefereeScript,
  reportsOutcomes,
  slowly,
} from "../../../peers/referee-behaviour.js";
import { sharesItsToken } from "../../../rules/league-rules.js";
import type { Leagues } from "../../../rules/rule.js";
import { times } from "../../../time/steps.js";
import type { TimedStep } from "../../../types.js";
import { NotExercised } from "../../../verdict.js";
import { A_LEAGUE, NO_END } from "./league-progress.js";
import { type IdleAnswer, IdleQueries, LeagueQueries, QUERIES, type QueryAnswers } from "./league-queries.js";
import {
  INVALID_REPORTS,
  REPETITIONS,
  type ReportedMatch,
  type ReportScenario,
  SEND_REPORTS,
  scenarioReferees,
} from "./reports.js";

/** The size of the league for checks that do not depend on it: it has byes, ties and several matches per round. */
export const PLAIN_SIZE = 5;

/** The size of the league in which reports of earlier rounds are repeated, and players without a match send a query. */
const REPEATING_SIZE = 3;

/** The size of the league in which the manager is queried. */
const QUERIED_SIZE = 4;

/** The size of the league in which a match ends in a technical loss. */
const LOSING_SIZE = 6;

const SMALLEST = 2;

/** The size of the league in which the player that registered first always wins, for points of one and two digits. */
export const LARGEST = 7;

/** The number of referees by the number of players. */
const REFEREES: Readonly<Record<number, number>> = { 2: 1, 3: 2, 4: 2, 5: 2, 6: 4, 7: 3 };

/** The sizes of leagues that the contract names. */
export const SIZES = Object.keys(REFEREES).map(Number);

/** The numbers of the example in IS 2.2.4. */
export const DEFAULT_NUMBERS = { players: 4, referees: 2 };

/** The first names of the plain league, with characters that are often lost: letters outside of ASCII, capitals, HTML characters. */
const UNUSUAL_NAMES = ['z Zo\u00eb & <b>"S\u00f6hne"</b>', "y \u540d\u524d \u03a9 \u{1f3b2} McX"];

/** The additional time of one referee of the plain league for its matches. In milliseconds. */
const SLOWER_MS = 400;

/** Names in another order than the registrations, so that ties show which of the two breaks them. */
function nameOf(index: number): string {
  return `suite-player-${String.fromCharCode("z".charCodeAt(0) - index)}`;
}

/** The outcome of this match: with five players two are equal in everything and two more in points only. */
function outcomeIn({ players }: LeagueAgents, { playerA, playerB }: Assignment): Outcome {
  const positionOf = (id: string) => players.findIndex((peer) => peer.id === id);
  const [a, b] = [positionOf(playerA), positionOf(playerB)];
  if (players.length === LARGEST) return a < b ? "A" : "B";
  const winner = winnerOf(Math.min(a, b), Math.max(a, b));
  if (winner === undefined) return "draw";
  return winner === a ? "A" : "B";
}

/** Winners by the order of registration: 4 and 5 both get 6 points but 5 more wins; 2 and 3 are equal in points and wins. */
const WINNERS: Readonly<Record<string, number | undefined>> = {
  "0 1": 0,
  "0 2": 2,
  "0 4": 4,
  "1 4": 1,
  "2 4": 4,
  "3 4": 3,
};

function winnerOf(first: number, second: number): number | undefined {
  if (second < PLAIN_SIZE) return WINNERS[`${first} ${second}`];
  return [first, second, undefined][(2 * first + second) % 3];
}

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

/** What happens in a league besides its matches. */
interface Special {
  script: RefereeScript;
  react?: PlayerOptions["react"];
  /** The queries to the manager during the league. */
  asked?: LeagueQueries;
  idle?: IdleQueries;
}

const SPECIAL: Readonly<Record<number, () => Special>> = {
  [REPEATING_SIZE]() {
    const idle = new IdleQueries();
    return { script: repeatsEarlier, react: idle.react, idle };
  },
  [QUERIED_SIZE]() {
    const asked = new LeagueQueries();
    return { script: asked.before(well), react: asked.react, asked };
  },
  [LOSING_SIZE]: () => ({ script: losesTheFirst }),
};

/** The observations of a league. */
export interface Played {
  seen: LeagueObservation;
  /** The outcomes of the false reports. Most leagues have none. */
  scenarios: ReadonlyMap<ReportScenario, ReportedMatch>;
  /** The manager's answers to queries, if any. */
  questions?: QueryAnswers | undefined;
  /** The answers to GET_NEXT_MATCH of players without a match in a round. */
  idle?: readonly IdleAnswer[] | undefined;
}

/** A league of this many players. @param plain without the special properties of the league of this size */
export function leagueOf(fixture: ManagerFixture, players: number, plain = false): Promise<Done<Played>> {
  if (!fixture.canStart) return singleLeague(fixture);
  const special = plain ? undefined : SPECIAL[players]?.();
  const { script, react, asked, idle }: Special = special ?? { script: well };
  const isMain = players === PLAIN_SIZE;
  const referees = REFEREES[players] ?? 1;
  const label = `${special === undefined ? "a plain league" : "a league"} of ${players} players and ${referees} referees`;
  const options = {
    players,
    referees,
    playerOptions: Array.from({ length: players }, (_, index) => ({
      displayName: (isMain ? UNUSUAL_NAMES[index] : undefined) ?? nameOf(index),
      ...(react === undefined ? {} : { react }),
    })),
    refereeOptions: Array.from({ length: referees }, (_, index) => ({
      script: isMain && index === referees - 1 ? slowly(SLOWER_MS, script) : script,
    })),
  };
  return fixture.playedOnce(label, options, async ({ league }) => {
    const seen = await league.play();
    const questions = await asked?.answers(fixture.pause);
    return { seen, scenarios: new Map(), questions, idle: await idle?.answers() };
  });
}

/** The league for checks that do not depend on the number of players. */
async function plainLeague(fixture: ManagerFixture): Promise<Done<Played>> {
  if (!fixture.canStart) return singleLeague(fixture);
  const main = await leagueOf(fixture, PLAIN_SIZE).catch(unlessNotExercised);
  // Some managers wait for four players and two referees in any case.
  return main === undefined || main.value.seen.begun === "never"
    ? leagueOf(fixture, DEFAULT_NUMBERS.players)
    : main;
}

export const PLAIN_LEAGUE = oneLeague([A_LEAGUE], plainLeague);

/** A league of this many players; if it is special and shows a fault or too little, a plain one decides. */
export function ofSize(players: number): Leagues<ManagerFixture, Played> {
  return sharedLeagues({ steps: [A_LEAGUE], names: [players], play: leagueOf });
}

/** Leagues of two to seven players, as far as they begin, or the one that the manager at --url plays. */
export const ALL_SIZES: Leagues<ManagerFixture, Played> = {
  steps: [A_LEAGUE],
  async judgeEach(fixture, judge) {
    // A fault in the plain league needs no league of another size.
    judge(await plainLeague(fixture));
    if (!fixture.canStart) return;
    const others = SIZES.filter((players) => players !== PLAIN_SIZE);
    const judged = others.map(async (players) => {
      const league = await leagueOf(fixture, players).catch(unlessNotExercised);
      if (![undefined, "never"].includes(league?.value.seen.begun))
        await ofSize(players).judgeEach(fixture, judge);
    });
    await Promise.all(judged);
  },
};

/** In it the reports of earlier rounds are repeated, and players without a match ask for their next one. */
export const REPEATING_LEAGUE = oneLeague([A_LEAGUE, QUERIES], (fixture) =>
  leagueOf(fixture, REPEATING_SIZE),
);

/** In it a match is reported as a technical loss. */
export const LOSING_LEAGUE = oneLeague([times(2, A_LEAGUE)], async (fixture) => {
  await skipIfLeagueFails(fixture);
  return leagueOf(fixture, LOSING_SIZE);
});

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
export interface QueriedLeague extends Pick<Played, "seen"> {
  questions: QueryAnswers;
}

export const QUERIED_LEAGUE = oneLeague([A_LEAGUE, QUERIES], queriedLeague);

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

function unlessNotExercised(error: unknown): undefined {
  if (!(error instanceof NotExercised)) throw error;
}

/** One league, which is played once in the run. */
export function oneLeague<Part>(
  steps: readonly TimedStep[],
  play: (fixture: ManagerFixture) => Promise<Done<Part>>,
): Leagues<ManagerFixture, Part> {
  return { steps, judgeEach: async (fixture, judge) => judge(await play(fixture)) };
}

// A league that is unusual in many ways at once, each of which is judged, and in one way alone where that does not decide.

interface Shared<Name, Part> {
  /** The time of the shared league, and of the one with one of these alone. */
  steps: readonly TimedStep[];
  /** What is judged. */
  names: readonly Name[] | ((fixture: ManagerFixture) => Promise<readonly Name[]>);
  /** Throws where nothing can be shown. */
  skip?: ((fixture: ManagerFixture) => Promise<void>) | undefined;
  /** @param alone in a league with this alone */
  play(fixture: ManagerFixture, name: Name, alone: boolean): Promise<Done<Part>>;
  /** A fault in the shared league also decides. */
  faultsAreItsOwn?: boolean;
}

export function sharedLeagues<Name, Part>({
  steps,
  names,
  skip = async () => undefined,
  play,
  faultsAreItsOwn = false,
}: Shared<Name, Part>): Leagues<ManagerFixture, Part> {
  return {
    steps,
    async judgeEach(fixture, judge) {
      await skip(fixture);
      await fixture.forEach(typeof names === "function" ? await names(fixture) : names, (name) =>
        fixture.sharedThenAlone(async (alone) => judge(await play(fixture, name, alone)), {
          faultsAreItsOwn,
        }),
      );
    },
  };
}

// The one league that a manager at --url plays. First registrations are tried, while no other agent is there; then
// its league is played, with a false report about each match while there are matches, and with queries.

interface Only extends OpenLeague {
  scenarios: Map<ReportScenario, ReportedMatch>;
  asked: LeagueQueries;
  script: RefereeScript;
}

/** A league of four has three matches that end a round, enough for all invalid reports. */
const AT_ONCE = 5;

const OPENED = "registrations at the manager at --url";

const PLAYED = "the league of the manager at --url";

/** The manager with one player and one referee, before its league is played. */
export function singleWaitingManager(fixture: ManagerFixture): Promise<Done<OpenLeague>> {
  if (fixture.isDone(PLAYED))
    fixture.notExercised("the league of the manager at --url has begun; use --command");
  return open(fixture);
}

export async function singleLeague(fixture: ManagerFixture): Promise<Done<Played>> {
  const { value, transcript } = await open(fixture);
  const { league, scenarios, asked, script } = value;
  const { players, referees } = fixture.numbers(DEFAULT_NUMBERS);
  const played = await fixture.once(PLAYED, async () => {
    // An agent that was accepted by mistake counts too.
    const countAccepted = (peers: readonly RegisteredPeer[]) =>
      peers.filter(({ accepted }) => accepted).length;
    for (let index = countAccepted(league.referees); index < referees; index += 1)
      await league.addReferee({ script });
    for (let index = countAccepted(league.players); index < players; index += 1) {
      await league.addPlayer({ displayName: nameOf(index), react: asked.react });
    }
    const seen = await league.play({ isOnly: true });
    return { seen, scenarios, questions: await asked.answers(fixture.pause) };
  });
  return { ...played, transcript };
}

function open(fixture: ManagerFixture): Promise<Done<Only>> {
  return fixture.once(OPENED, async (recorder) => {
    const opened = await fixture.open({ ...fixture.numbers(DEFAULT_NUMBERS), register: false }, recorder);
    const scenarios = new Map<ReportScenario, ReportedMatch>();
    const asked = new LeagueQueries();
    const atOnce = fixture.numbers(DEFAULT_NUMBERS).players > 2 ? AT_ONCE : INVALID_REPORTS.length;
    // A manager may accept another referee's report (it is a SHOULD), which would distort the only league.
    const invalid = INVALID_REPORTS.filter((name) => name !== "another referee");
    const matches: ReportScenario[][] = REPETITIONS.map((name) => [name]);
    while (invalid.length > 0) matches.push(invalid.splice(0, atOnce));
    const script = asked.before(scenarioReferees({ matches }, scenarios).script);
    await opened.league.addReferee({ script });
    await opened.league.addPlayer({ displayName: nameOf(0), react: asked.react });
    return { ...opened, scenarios, asked, script };
  });
}
