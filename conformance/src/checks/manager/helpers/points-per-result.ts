/** What a table gives for each win and each draw, whatever the reports were like. */

import { protocol } from "../../../contract.js";
import type { ManagerFixture } from "../../../fixtures/manager-fixture.js";
import type { LeagueObservation } from "../../../peers/league-observation.js";
import { countedFor, type ReportedMatch } from "./report-scenarios.js";
import type { Tally } from "./standings.js";

const KINDS = [
  { name: "win", due: protocol.points.win, is: ({ wins, draws }: Tally) => wins === 1 && draws === 0 },
  { name: "draw", due: protocol.points.draw, is: ({ wins, draws }: Tally) => wins === 0 && draws === 1 },
];

/** Of one match alone it cannot be said whether the table is wrong about all of them. */
const ENOUGH = 2;

/**
 * A table that gives two points for every win is wrong about the points (LM-TAB-01), not about the reports. One that
 * counts some of the reports twice does not give the same for every win.
 */
export function mustGiveTheRightPoints(
  fixture: ManagerFixture,
  reported: Iterable<ReportedMatch>,
  seen: LeagueObservation,
): void {
  const plain = [...reported].filter(({ spoiltBy }) => spoiltBy === undefined);
  const byMatch = new Map(plain.map((one) => [one.assignment.matchId, one]));
  const tallies = [...byMatch.values()].flatMap((one) =>
    [one.assignment.playerA, one.assignment.playerB].flatMap((player) => countedFor(player, one, seen) ?? []),
  );
  for (const { name, due, is } of KINDS) {
    const points = tallies.filter(is).map((tally) => tally.points);
    const [first = due] = points;
    if (points.length < ENOUGH || first === due || points.some((one) => one !== first)) continue;
    fixture.notExercised(`the table gives ${first} points for every ${name}, so it proves nothing`, [
      "LM-TAB-01",
    ]);
  }
}
