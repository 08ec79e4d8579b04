/** The standings in the manager's messages, and the correct ones by the reports. */

import { protocol } from "../../../contract.js";
import { isObject, type JsonObject, sameJson } from "../../../json.js";
import type { RegisteredPeer } from "../../../peers/actors/registered-peer.js";
import type { Assignment } from "../../../peers/assignment.js";
import type { LeagueObservation, Sent } from "../../../peers/observation.js";
import type { Judging } from "../../../rules/rule.js";
import type { Shown } from "../../../verdict.js";
import { REPORT_ACCEPTED } from "./league-progress.js";

const SINGULAR = { wins: "win", draws: "draw", losses: "loss", points: "point" } as const;

type Count = keyof typeof SINGULAR;

/** The results of one player. */
export type Tally = Readonly<Record<Count, number>>;

const tallyOf = (count: (name: Count) => number): Tally => ({
  wins: count("wins"),
  draws: count("draws"),
  losses: count("losses"),
  points: count("points"),
});

export const NOTHING = tallyOf(() => 0);

export const WON: Tally = { ...NOTHING, wins: 1, points: protocol.points.win };

export const DREW: Tally = { ...NOTHING, draws: 1, points: protocol.points.draw };

export const LOST: Tally = { ...NOTHING, losses: 1, points: protocol.points.loss };

/** The rows of a list of standings; undefined if it is none. */
export function rowsIn(standings: unknown): JsonObject[] | undefined {
  return Array.isArray(standings) ? standings.filter(isObject) : undefined;
}

export function tallyIn(row: JsonObject | undefined): Tally | undefined {
  return row && tallyOf((name) => Number(row[name]));
}

/** All tables that the manager sent, in order. */
export function tablesIn(seen: LeagueObservation): Sent[] {
  return [...seen.standings, ...seen.leagueCompleted].toSorted((a, b) => a.at_ms - b.at_ms);
}

/** The row of this player in a table that was sent. */
export function sentRow(table: Sent | undefined, player: string): JsonObject | undefined {
  const rows = rowsIn(table?.message.final_standings ?? table?.message.standings);
  return rows?.find(({ player_id }) => player_id === player);
}

export function sentTally(table: Sent | undefined, player: string): Tally | undefined {
  return tallyIn(sentRow(table, player));
}

/** The correct tally of this player after these matches. */
export function dueTo(player: string, matches: readonly Assignment[]): Tally {
  return matches.reduce((sum, match) => {
    const result = earned(player, match);
    return tallyOf((name) => sum[name] + result[name]);
  }, NOTHING);
}

function earned(player: string, { playerA, playerB, trueResult }: Assignment): Tally {
  if (player !== playerA && player !== playerB) return NOTHING;
  if (trueResult === "draw") return DREW;
  return player === (trueResult === "A" ? playerA : playerB) ? WON : LOST;
}

export function minus(a: Tally, b: Tally): Tally {
  return tallyOf((name) => a[name] - b[name]);
}

/** "1 win, 0 draws, 0 losses, 3 points" */
export function describeTally(tally: Tally): string {
  const say = (name: Count) =>
    `${Number.isNaN(tally[name]) ? "no number of" : tally[name]} ${tally[name] === 1 ? SINGULAR[name] : name}`;
  return (["wins", "draws", "losses", "points"] as const).map(say).join(", ");
}

/** The matches of which the manager has accepted a true report. */
export function countedIn(seen: LeagueObservation): Assignment[] {
  return seen.assignments.filter(({ trueResult }) => trueResult !== undefined);
}

/** Skips the check if it is unknown which reports the table contains. */
export function skipIfReportsUnconfirmed(fixture: Judging, matches: readonly Assignment[]): void {
  for (const { matchId, acknowledgement } of matches) {
    if (acknowledgement?.outcome === "message") continue;
    const end = acknowledgement?.describeAsEnd() ?? "got no answer";
    fixture.notExercised(
      `the report of ${matchId} ${end}, so it is not known what the table must be`,
      REPORT_ACCEPTED,
    );
  }
}

// The required order of a table.

/** Asserts that every player is listed, by points, then wins, then ids or names. */
export function assertOrder(fixture: Judging, { what, rows, players, sent }: Table): void {
  const idOf = ({ player_id }: JsonObject) => String(player_id);
  const listed = rows.map(idOf);
  const all = players.map(({ id }) => String(id));
  fixture.expect(listed.toSorted(), `the players in ${what}`, ...sent).is(all.toSorted());
  const names = new Map(players.map(({ id, displayName }) => [String(id), displayName]));
  const byResults = (a: JsonObject, b: JsonObject) =>
    Number(b.points) - Number(a.points) || Number(b.wins) - Number(a.wins);
  const orderedBy = (last: (row: JsonObject) => string) =>
    rows.toSorted((a, b) => byResults(a, b) || compare(last(a), last(b))).map(idOf);
  const right = orderedBy(idOf);
  const byName = orderedBy((row) => names.get(idOf(row)) ?? "");
  const inOrder = [right, byName].some((order) => sameJson(order, listed));
  if (!inOrder && !rows.every(isCountedByTheRules))
    fixture.notExercised(`the points in ${what} are not those of its wins and draws`, ["LM-TAB-01"]);
  const results = rows.map(({ player_id, points, wins }) => `${player_id} (${points} points, ${wins} wins)`);
  fixture.expect.that(inOrder, {
    diagnosis: `in ${what} the players are in the order ${results.join(", ")}; by points, then wins, then ids it is ${right.join(", ")}`,
    expected: right.join(", "),
    received: listed.join(", "),
    shownBy: sent,
  });
}

/** Whether the points of a row follow from its wins and draws. */
function isCountedByTheRules({ wins, draws, points }: JsonObject): boolean {
  const { win, draw } = protocol.points;
  return Number(points) === Number(wins) * win + Number(draws) * draw;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A table that the manager sent, with the matches that it must contain. */
export interface Table {
  /** "the standings after round 2" */
  what: string;
  rows: readonly JsonObject[];
  /** The matches that were reported by then. */
  matches: readonly Assignment[];
  players: readonly RegisteredPeer[];
  /** The message with it. */
  sent: readonly Shown[];
}
