/** The standings in the manager's messages, and the correct ones by the reports. */

import { protocol } from "../../../contract.js";
import { isObject, type JsonObject } from "../../../json.js";
import type { RegisteredPeer } from "../../../peers/actors/registered-peer.js";
import type { Assignment } from "../../../peers/assignment.js";
import type { LeagueObservation } from "../../../peers/observation.js";
import type { Judging } from "../../../rule.js";
import type { Shown } from "../../../verdict.js";
import { REPORT_ACCEPTED } from "./league-progress.js";

/** The tally of one player: matches, wins, draws, losses, points. */
export interface Tally {
  wins: number;
  draws: number;
  losses: number;
  points: number;
}

export const NOTHING: Tally = { wins: 0, draws: 0, losses: 0, points: 0 };

/** The rows of a list of standings; undefined if it is none. */
export function rowsIn(standings: unknown): JsonObject[] | undefined {
  return Array.isArray(standings) ? standings.filter(isObject) : undefined;
}

export function tallyIn(row: JsonObject | undefined): Tally | undefined {
  if (row === undefined) return undefined;
  const { wins, draws, losses, points } = row;
  return { wins: Number(wins), draws: Number(draws), losses: Number(losses), points: Number(points) };
}

/** The correct tally of this player after these matches. */
export function dueTo(player: string, matches: readonly Assignment[]): Tally {
  return matches.reduce((sum, match) => plus(sum, earned(player, match)), NOTHING);
}

function plus(a: Tally, b: Tally): Tally {
  return combine(a, b, (x, y) => x + y);
}

export function minus(a: Tally, b: Tally): Tally {
  return combine(a, b, (x, y) => x - y);
}

/** "1 win, 0 draws, 0 losses, 3 points" */
export function describeTally({ wins, draws, losses, points }: Tally): string {
  const say = (count: number, one: string, many: string) =>
    `${Number.isNaN(count) ? "no number of" : count} ${count === 1 ? one : many}`;
  return [
    say(wins, "win", "wins"),
    say(draws, "draw", "draws"),
    say(losses, "loss", "losses"),
    say(points, "point", "points"),
  ].join(", ");
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

function earned(player: string, { playerA, playerB, trueResult }: Assignment): Tally {
  const { win, draw, loss } = protocol.points;
  if (player !== playerA && player !== playerB) return NOTHING;
  if (trueResult === "draw") return { wins: 0, draws: 1, losses: 0, points: draw };
  const winner = trueResult === "A" ? playerA : playerB;
  return player === winner
    ? { wins: 1, draws: 0, losses: 0, points: win }
    : { wins: 0, draws: 0, losses: 1, points: loss };
}

function combine(a: Tally, b: Tally, join: (a: number, b: number) => number): Tally {
  return {
    wins: join(a.wins, b.wins),
    draws: join(a.draws, b.draws),
    losses: join(a.losses, b.losses),
    points: join(a.points, b.points),
  };
}

// The required order of a table.

/** Asserts that every player is listed, by points, then wins, then ids or names. */
export function assertOrder(fixture: Judging, { what, rows, players, sent }: Table): void {
  const listed = rows.map(({ player_id }) => String(player_id));
  const all = players.map(({ id }) => String(id));
  fixture.expect(listed.toSorted(), `the players in ${what}`, ...sent).is(all.toSorted());
  const names = new Map(players.map(({ id, displayName }) => [String(id), displayName]));
  const nameOf = ({ player_id }: JsonObject) => names.get(String(player_id)) ?? "";
  const byId = (a: JsonObject, b: JsonObject) => compare(String(a.player_id), String(b.player_id));
  const byName = (a: JsonObject, b: JsonObject) => compare(nameOf(a), nameOf(b));
  const right = [byId, byName].map((last) => idsOf(rows.toSorted((a, b) => byResults(a, b) || last(a, b))));
  const inOrder = right.includes(listed.join(", "));
  if (!inOrder && !rows.every(isCountedByTheRules))
    fixture.notExercised(`the points in ${what} are not those of its wins and draws`, ["LM-TAB-01"]);
  fixture.expect.that(inOrder, {
    diagnosis: `in ${what} the players are in the order ${orderOf(rows)}; by points, then wins, then ids it is ${right[0]}`,
    expected: right[0] ?? "",
    received: listed.join(", "),
    shownBy: sent,
  });
}

/** Whether the points of a row follow from its wins and draws. */
function isCountedByTheRules({ wins, draws, points }: JsonObject): boolean {
  const { win, draw } = protocol.points;
  return Number(points) === Number(wins) * win + Number(draws) * draw;
}

function byResults(a: JsonObject, b: JsonObject): number {
  return Number(b.points) - Number(a.points) || Number(b.wins) - Number(a.wins);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function idsOf(rows: readonly JsonObject[]): string {
  return rows.map(({ player_id }) => String(player_id)).join(", ");
}

function orderOf(rows: readonly JsonObject[]): string {
  return rows
    .map(
      ({ player_id, points, wins }) =>
        `${String(player_id)} (${String(points)} points, ${String(wins)} wins)`,
    )
    .join(", ");
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
