/** A model of what a league manager is told while a league runs: true reports, false ones, repeated ones, by any sender. */

import { protocol } from "../contract.js";
import type { ManagerFixture } from "../fixtures/manager-fixture.js";
import { isObject, valueAt } from "../json/pointer.js";
import type { JsonObject } from "../json/scan.js";
import type { Answer } from "../peers/answer.js";
import type { Assignment } from "../peers/assignment.js";
import type { ManagedLeague } from "../peers/managed-league.js";
import { silent } from "../peers/referee-behaviour.js";
import type { RegisteredPeer } from "../peers/registered-peer.js";
import { until } from "../peers/until.js";
import { deadlineOf } from "../time/protocol-deadlines.js";
import type { Step } from "./explore.js";

export interface ManagerState {
  league: ManagedLeague;
  /** Match ids that were truly reported, with the winning side. */
  reported: Map<string, { assignment: Assignment; number: number }>;
}

/** A league of eight whose referees report nothing by themselves: the steps do it for them. */
export async function beginLeague(fixture: ManagerFixture): Promise<ManagerState> {
  const refereeOptions = [{ script: silent() }, { script: silent() }];
  const { league } = await fixture.league({
    players: 8,
    referees: 2,
    refereeOptions,
    purpose: "a random sequence of reports",
  });
  await until(league.peerContext, () => league.assignments[0], deadlineOf("ROUND_ANNOUNCEMENT"));
  if (league.assignments.length === 0) await league.start();
  const first = await until(
    league.peerContext,
    () => league.assignments[0],
    2 * deadlineOf("ROUND_ANNOUNCEMENT"),
  );
  if (first === undefined) fixture.notExercised("the league manager assigned no match");
  return { league, reported: new Map() };
}

export function managerSteps(fixture: ManagerFixture): Step<ManagerState>[] {
  const open = ({ league, reported }: ManagerState) =>
    league.assignments.filter(({ matchId }) => !reported.has(matchId));
  const done = ({ reported }: ManagerState) => [...reported.values()];
  const refused = (answer: Answer, what: string): void => {
    fixture.expect.that(
      answer.outcome === "refusal" || (answer.outcome === "message" && answer.result.success === false),
      {
        diagnosis: `${what} was answered with ${answer.describe()}`,
        expected: "a refusal",
        received: answer.describe(),
      },
    );
  };
  const stranger = ({ league }: ManagerState, { referee }: Assignment): RegisteredPeer =>
    league.referees.find((peer) => peer !== referee) ?? referee;

  return [
    {
      name: "report a match",
      weight: 4,
      applies: (state) => open(state).length > 0,
      async take(state, pick) {
        const assignment = pick(open(state));
        const number = pick([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        fixture.expect((await assignment.report(number)).result, "the answer to a true report").isObject();
        state.reported.set(assignment.matchId, { assignment, number });
      },
    },
    {
      name: "report it again",
      applies: (state) => done(state).length > 0,
      async take(state, pick) {
        const { assignment, number } = pick(done(state));
        await assignment.report(number);
      },
    },
    {
      name: "report the contrary",
      weight: 2,
      applies: (state) => done(state).length > 0,
      async take(state, pick) {
        const { assignment, number } = pick(done(state));
        await assignment.report(number === 10 ? 9 : number + 1);
      },
    },
    {
      name: "report a match of another referee's",
      applies: (state) => open(state).length > 0,
      async take(state, pick) {
        const assignment = pick(open(state));
        const answer = await assignment.report(2, {}, stranger(state, assignment));
        // Believing it is a SHOULD NOT that another check decides; here the table has to stay consistent.
        if (answer.outcome === "message") state.reported.set(assignment.matchId, { assignment, number: 2 });
      },
    },
    {
      name: "let a player report",
      applies: (state) => open(state).length > 0,
      async take(state, pick) {
        const assignment = pick(open(state));
        refused(await assignment.report(2, {}, pick(state.league.players)), "a report with a player's token");
      },
    },
    {
      name: "report an unknown match",
      applies: (state) => state.league.assignments.length > 0,
      async take(state, pick) {
        refused(
          await pick(state.league.assignments).report(2, { set: { "/match_id": "R99M99" } }),
          "a report of an unknown match",
        );
      },
    },
    {
      name: "report 300 points",
      applies: (state) => open(state).length > 0,
      async take(state, pick) {
        const assignment = pick(open(state));
        const before = await pointsOf(state, assignment.playerA);
        await assignment.report(2, { set: { [`/result/score/${assignment.playerA}`]: 300 } });
        const gained = (await pointsOf(state, assignment.playerA)) - before;
        // A manager may refuse such a report, or count it for what the result is worth.
        if (gained === protocol.points.win) state.reported.set(assignment.matchId, { assignment, number: 2 });
      },
    },
    {
      name: "look at the standings",
      weight: 2,
      applies: () => true,
      take: (state, pick) => compareStandings(fixture, state, pick(state.league.players)),
    },
  ];
}

/** What the manager says that a player has; NaN when it does not say. */
async function pointsOf({ league }: ManagerState, playerId: string): Promise<number> {
  const answer = await league.players[0]?.query("GET_STANDINGS");
  const rows = answer?.outcome === "message" ? valueAt(answer.result, "/data/standings") : undefined;
  const row = Array.isArray(rows)
    ? rows.find((one) => isObject(one) && one.player_id === playerId)
    : undefined;
  return isObject(row) ? Number(row.points) : Number.NaN;
}

/** What the manager says of the table must follow from what was truly reported. */
async function compareStandings(
  fixture: ManagerFixture,
  state: ManagerState,
  asking: RegisteredPeer,
): Promise<void> {
  const answer = await asking.query("GET_STANDINGS");
  const rows = valueAt(answer.result, "/data/standings");
  fixture.expect(Array.isArray(rows), "whether the answer to GET_STANDINGS holds standings").is(true);
  for (const row of Array.isArray(rows) ? rows.filter(isObject) : []) {
    const { wins, draws, losses, points } = truth(state, String(row.player_id));
    const { wins: w, draws: d, losses: l, points: p } = row;
    fixture
      .expect({ wins: w, draws: d, losses: l, points: p }, `the standings of ${String(row.player_id)}`)
      .is({ wins, draws, losses, points });
  }
}

function truth(
  { reported }: ManagerState,
  playerId: string,
): JsonObject & { wins: number; draws: number; losses: number; points: number } {
  const record = { wins: 0, draws: 0, losses: 0, points: 0 };
  for (const { assignment, number } of reported.values()) {
    const { result } = assignment.reportFields(number);
    const score = valueAt(result, `/score/${playerId}`);
    const winner = valueAt(result, "/winner");
    if (typeof score !== "number") continue;
    record.points += score;
    if (winner === null) record.draws += 1;
    else if (winner === playerId) record.wins += 1;
    else record.losses += 1;
  }
  return record;
}
