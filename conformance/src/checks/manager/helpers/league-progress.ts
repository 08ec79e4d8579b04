/** The time limit of a league, its course according to the manager's messages, and the violations of a league without an end. */

import { deadlineOf } from "../../../contract.js";
import type { ManagerFixture } from "../../../fixtures/manager-fixture.js";
import type { JsonObject } from "../../../json.js";
import type { RegisteredPeer } from "../../../peers/actors/registered-peer.js";
import { type Assignment, matchesIn, refereesOf } from "../../../peers/assignment.js";
import { LEAGUE_MS, QUIET_MS, START_TIMEOUT_MS } from "../../../peers/managed-league.js";
import type { LeagueObservation, SeenLeague, Sent } from "../../../peers/observation.js";
import type { LeagueRule } from "../../../rules/league-rules.js";
import type { Judging, WholeRun } from "../../../rules/rule.js";
import { times } from "../../../time/steps.js";
import type { TimedStep } from "../../../types.js";
import { onBehalfOf, type Shown } from "../../../verdict.js";

/** From the last registration to the beginning, also with start_league. */
export const BEGINNING_MS = START_TIMEOUT_MS + deadlineOf("START_LEAGUE");

/** A whole league whose agents answer at once. */
export const A_LEAGUE: TimedStep = [BEGINNING_MS, LEAGUE_MS];

/** A league that is not played beyond its first round, with a few false reports. */
export const A_ROUND: TimedStep = [BEGINNING_MS, times(2, QUIET_MS)];

/** The time limit of the league with all kinds of reports. */
export const REPORTS_MS = LEAGUE_MS / 2;

/** The time of this many registrations, each answered at the last moment. */
export function registrations(count: number): TimedStep {
  return times(count, deadlineOf("LEAGUE_REGISTER_REQUEST"));
}

// All leagues of the run.

interface InRun {
  league: LeagueObservation;
  seen: SeenLeague;
}

const EVERY_LEAGUE: WholeRun<ManagerFixture, InRun> = {
  name: "the leagues of this run",
  seenBy: ({ leagues }) => leagues.map((seen) => ({ league: seen.observe(), seen })),
  traceOf: ({ seen: { transcript } }) => ({ transcript }),
};

/** Each league in which a match was assigned keeps the rule. */
export function everyLeagueKeeps(rule: LeagueRule) {
  return {
    over: EVERY_LEAGUE,
    where: ({ league: { assignments } }: InRun) => assignments.length > 0,
    none: ["no league was played", NO_END],
    judge: ({ league }: InRun, about: Judging) => rule(league, about),
  } as const;
}

// The course of a league, read from the manager's messages.

export interface Round {
  id: unknown;
  /** The time of its first announcement, and all its announcements. */
  at_ms: number;
  announcements: readonly Sent[];
  /** Of all announcements together, so that an incomplete one does not make the round smaller. */
  matches: readonly JsonObject[];
}

/** The rounds that were announced to players, in order. */
export function roundsOf(seen: LeagueObservation): Round[] {
  const toPlayers = seen.announcements.filter(({ to }) => to.role === "player");
  const ids = [...new Set(toPlayers.map(({ message }) => message.round_id))];
  return ids.map((id) => {
    const announcements = toPlayers.filter(({ message }) => message.round_id === id);
    const [first] = announcements;
    return { id, at_ms: first?.at_ms ?? 0, announcements, matches: matchesOf(announcements, seen) };
  });
}

/**
 * The matches of the first announcement, and those that only others have, under another id and of another pair. A match with an
 * agent that is no player is not counted.
 */
function matchesOf(announcements: readonly Sent[], seen: LeagueObservation): JsonObject[] {
  const [first = [], ...others] = announcements.map(({ message }) => matchesIn(message));
  const matches = [...first];
  for (const match of others.flat())
    if (!matches.some((one) => one.match_id === match.match_id || isSamePair(one, match)))
      matches.push(match);
  return matches.filter((match) => unregisteredPlayerIn(match, seen) === undefined);
}

function isSamePair(one: JsonObject, other: JsonObject): boolean {
  const [pair, same] = [one, other].map(({ player_A_id, player_B_id }) => pairOf(player_A_id, player_B_id));
  return typeof one.player_A_id === "string" && pair === same;
}

/** An id in an announced match that is no player of the league, such as "BYE" with an odd number of players. */
export function unregisteredPlayerIn(
  { player_A_id, player_B_id }: JsonObject,
  seen: LeagueObservation,
): string | undefined {
  const ids = playersOf(seen).map(({ id }) => id);
  return [player_A_id, player_B_id].find(
    (player): player is string => typeof player === "string" && !ids.includes(player),
  );
}

/** The rounds, where every match names its players. rounds/announcement-complete judges whether it does. */
export function roundsWithPlayers(fixture: Judging, seen: LeagueObservation): Round[] {
  const rounds = roundsOf(seen);
  const isWhole = ({ player_A_id, player_B_id }: JsonObject) =>
    player_A_id !== undefined && player_B_id !== undefined;
  if (rounds.every(({ matches }) => matches.every(isWhole))) return rounds;
  return fixture.notExercised("the announcements do not name the players of each match", ["LM-ROUND-02"]);
}

/** The first round that was announced before a match of the round before it was reported. */
export function announcedEarly(seen: LeagueObservation) {
  const rounds = roundsOf(seen);
  for (const [index, { id, at_ms }] of rounds.slice(1).entries()) {
    for (const { match_id } of rounds[index]?.matches ?? []) {
      const given = seen.assignments.filter(({ matchId }) => matchId === match_id);
      const match = given.find(({ trueResult }) => trueResult !== undefined);
      // Accepted by an unusual report only, which is the last of its match.
      if (match === undefined && given.some(({ isCounted }) => isCounted)) continue;
      if ((match?.trueResult_ms ?? Number.POSITIVE_INFINITY) > at_ms) return { id, matchId: match_id, match };
    }
  }
  return undefined;
}

/** Whether the referee and the players received the same pairing. */
export function isAsAnnounced(seen: LeagueObservation, { matchId, playerA, playerB }: Assignment): boolean {
  const announced = roundsOf(seen).flatMap(({ matches }) => matches);
  const { player_A_id, player_B_id } = announced.find(({ match_id }) => match_id === matchId) ?? {};
  return player_A_id === undefined || pairOf(playerA, playerB) === pairOf(player_A_id, player_B_id);
}

/** The assigned matches whose round was never announced to a player. */
export function unannounced(seen: LeagueObservation): LeagueObservation["assignments"] {
  const rounds = roundsOf(seen);
  return seen.assignments.filter(
    ({ by, roundId }) => by === "RUN_MATCH" && !rounds.some(({ id }) => id === roundId),
  );
}

/** The rounds, if all that were played were announced. rounds/announced-before-played judges whether they were. */
export function allRoundsOf(fixture: Judging, seen: LeagueObservation): Round[] {
  const [first] = unannounced(seen);
  if (first !== undefined)
    fixture.notExercised(`the round of ${first.matchId} was not announced`, ["LM-ROUND-01"]);
  return roundsOf(seen);
}

interface Observed {
  seen: LeagueObservation;
}

/** The league, if it has begun. start/begins-by-itself judges whether it begins. */
export function begun(fixture: Judging, { seen }: Observed): LeagueObservation {
  if (seen.begun === "never" && seen.sent().length === 0) {
    fixture.notExercised(
      `the league manager did not begin the league when ${seen.players.length} players and ${seen.referees.length} referees had registered`,
      ["LM-START-01", "LM-START-03"],
    );
  }
  return seen;
}

/** The league, if it has come to its end. end/tells-every-player judges whether it does. */
export function finished(fixture: Judging, played: Observed): LeagueObservation {
  const seen = begun(fixture, played);
  if (!seen.completed) fixture.notExercised("the league did not come to its end", NO_END);
  return seen;
}

/** The first match that was assigned to several referees, with their ids. */
export function givenToSeveral({ assignments }: Pick<LeagueObservation, "assignments">): string | undefined {
  for (const { matchId } of assignments) {
    const referees = refereesOf(matchId, assignments);
    if (referees.length > 1) return `${matchId} was given to ${referees.map(({ id }) => id).join(" and ")}`;
  }
  return undefined;
}

/** Asserts that each match was given to one referee. matches/assigned-once judges whether it is. */
export function assertAssignedOnce(fixture: Judging, seen: Pick<LeagueObservation, "assignments">): void {
  const several = givenToSeveral(seen);
  if (several !== undefined) fixture.notExercised(several, ["LM-MATCH-01"]);
}

/** Asserts that each order names its match. matches/orders-the-same judges whether it does. */
export function assertOrdersNamed(fixture: Judging, seen: LeagueObservation): void {
  const isNamed = ({ message: { match_id } }: Sent) => typeof match_id === "string" && match_id !== "";
  if (seen.sent("RUN_MATCH").every(isNamed)) return;
  fixture.notExercised("RUN_MATCH does not name its match", ["LM-MATCH-01"]);
}

/** The first id under which matches of several rounds were announced. */
export function idOfSeveralRounds(seen: LeagueObservation): unknown {
  const ids = roundsOf(seen).flatMap(({ matches }) => [...new Set(matches.map(({ match_id }) => match_id))]);
  return ids.find((id, index) => id !== undefined && ids.indexOf(id) !== index);
}

/** The players that were admitted. */
export function playersOf({ players }: Pick<LeagueObservation, "players">) {
  return players.filter(({ accepted }) => accepted);
}

/** Both players, in the order of their ids, as text. */
export function pairOf(a: unknown, b: unknown): string {
  return [String(a), String(b)].toSorted().join(" and ");
}

/** The violation of a league manager whose league does not end although its agents are correct. */
export const NO_END: readonly string[] = [
  "LM-START-01",
  "LM-SCHED-01",
  "LM-SCHED-03",
  "LM-ROUND-01",
  "LM-MATCH-01",
  "LM-RES-01",
  "LM-END-01",
];

/** The clauses for a match that the manager counts as over before its referee has reported it. */
export const FALSE_REPORT_ACCEPTED: readonly string[] = ["LM-RES-04", "LM-RES-05", "LM-RES-06", "LM-RES-07"];

/** The clauses for a refused report: about its answer, or about a RUN_MATCH with wrong ids. */
export const REPORT_ACCEPTED: readonly string[] = ["LM-RES-01", "LM-SCHED-03", "LM-MATCH-01"];

/** The clauses for the assignment of a match to a referee. */
export const NO_ASSIGNMENT: readonly string[] = ["LM-START-01", "LM-ROUND-01", "LM-MATCH-01"];

/** Asserts that the league came to its end. @param why what was unusual in it */
export function assertCompleted(
  { expect }: Judging,
  { completed, matchIds }: LeagueObservation,
  why: string,
  shownBy: readonly Shown[] = [],
): void {
  expect.that(completed, {
    diagnosis: `${why}, and the league never came to its end`,
    expected: "LEAGUE_COMPLETED to every player",
    received: `matches assigned: ${matchIds.join(", ") || "none"}`,
    shownBy,
  });
}

/** Skips the check if no referee was ordered to play. */
export function skipIfNotOrdered(fixture: Judging, orders: number): void {
  if (orders === 0) fixture.notExercised("the league manager sent no RUN_MATCH", NO_ASSIGNMENT);
}

/** Asserts that a player that acknowledges everything receives LEAGUE_COMPLETED only once. */
export function assertSingleLeagueEnd(
  { expect }: Judging,
  seen: LeagueObservation,
  player: RegisteredPeer,
): void {
  const ends = seen.sent("LEAGUE_COMPLETED", player).length;
  onBehalfOf(["LM-END-01"], () => expect(ends, `how often ${player.id} was sent LEAGUE_COMPLETED`).is(1));
}
