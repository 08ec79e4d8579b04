/** The league of a manager at --url, which all checks share, and the outcomes of its matches. */

import type { Done, ManagerFixture } from "../../../fixtures/manager-fixture.js";
import type { OpenLeague } from "../../../fixtures/open-league.js";
import type { RegisteredPeer } from "../../../peers/actors/registered-peer.js";
import type { Assignment, Outcome } from "../../../peers/assignment.js";
import type { LeagueObservation } from "../../../peers/observation.js";
import type { LeagueAgents, RefereeScript } from "../../../peers/referee-behaviour.js";
import { type IdleAnswer, LeagueQueries, type QueryAnswers } from "./league-queries.js";
import {
  INVALID_REPORTS,
  REPETITIONS,
  type ReportedMatch,
  type ReportScenario,
  scenarioReferees,
} from "./reports.js";

/** The size of the league for checks that do not depend on it: it has byes, ties and several matches per round. */
export const PLAIN_SIZE = 5;

/** Names in another order than the registrations, so that ties show which of the two breaks them. */
export function nameOf(index: number): string {
  return `suite-player-${String.fromCharCode("z".charCodeAt(0) - index)}`;
}

/** The outcome of this match: with five players two are equal in everything and two more in points only. */
export function outcomeIn({ players }: LeagueAgents, { playerA, playerB }: Assignment): Outcome {
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

/** The size of the league in which the player that registered first always wins, for points of one and two digits. */
export const LARGEST = 7;

function winnerOf(first: number, second: number): number | undefined {
  if (second < PLAIN_SIZE) return WINNERS[`${first} ${second}`];
  return [first, second, undefined][(2 * first + second) % 3];
}

// The one league that a manager at --url plays. First registrations are tried, while no other agent is there; then
// its league is played, with a false report about each match while there are matches, and with queries.

/** The observations of a league. */
export interface Played {
  seen: LeagueObservation;
  /** The outcomes of the false reports. Most leagues have none. */
  scenarios: ReadonlyMap<ReportScenario, ReportedMatch>;
  /** The manager's answers to queries, if any. */
  questions?: QueryAnswers;
  /** The answers to GET_NEXT_MATCH of players without a match in a round. */
  idle?: readonly IdleAnswer[];
}

interface Only extends OpenLeague {
  scenarios: Map<ReportScenario, ReportedMatch>;
  asked: LeagueQueries;
  script: RefereeScript;
}

/** A league of four has three matches that end a round, enough for all invalid reports. */
const AT_ONCE = 5;

const OPENED = "registrations at the manager at --url";

const PLAYED = "the league of the manager at --url";

/** The numbers of the example in IS 2.2.4. */
export const DEFAULT_NUMBERS = { players: 4, referees: 2 };

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
    const questions = await asked.answers(fixture.pause);
    return { seen, scenarios, ...(questions === undefined ? {} : { questions }) };
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
