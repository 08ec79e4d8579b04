/** A model of the reports to a league manager while a league runs: true reports, false ones, repeated ones, by any sender. */

import { protocol } from "../contract.js";
import type { ManagerFixture } from "../fixtures/manager-fixture.js";
import { isObject, valueAt } from "../json/pointer.js";
import type { JsonObject } from "../json/scan.js";
import type { RegisteredPeer } from "../peers/actors/registered-peer.js";
import { type Assignment, refereesOf } from "../peers/assignment.js";
import type { Answer } from "../peers/exchange/answer.js";
import { until } from "../peers/exchange/peer-context.js";
import type { ManagedLeague } from "../peers/managed-league.js";
import { silent } from "../peers/referee-behaviour.js";
import { sharesItsToken } from "../rules/league-rules.js";
import { deadlineOf } from "../time/protocol-deadlines.js";
import { onBehalfOf } from "../verdict.js";
import type { Step } from "./explore.js";

interface ReportedResult {
  assignment: Assignment;
  number: number;
}

export interface ManagerState {
  league: ManagedLeague;
  /** The true results that were reported, by match id. */
  reported: Map<string, ReportedResult>;
  /** Match ids with an unknown result at the manager, with their players. */
  doubtful: Map<string, readonly string[]>;
  /** Player ids, with the clause that a report about their matches tested. */
  suspected: Map<string, string>;
}

/** A league of eight players whose referees send reports only in the steps. */
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
  if (first === undefined)
    fixture.notExercised("the league manager assigned no match", ["LM-START-01", "LM-MATCH-01"]);
  return { league, reported: new Map(), doubtful: new Map(), suspected: new Map() };
}

export function managerSteps(fixture: ManagerFixture): Step<ManagerState>[] {
  return [
    ...trueReports(fixture),
    ...falseReports(fixture),
    {
      name: "look at the standings",
      clauses: ["LM-QRY-01"],
      weight: 2,
      applies: () => true,
      take: (state, pick) => compareStandings(fixture, state, pick(state.league.players)),
    },
  ];
}

/** A true report may be refused because of a faulty assignment, which other checks judge. */
function skipIfAssignmentIsFaulty(
  fixture: ManagerFixture,
  { league }: ManagerState,
  { matchId, referee, isNamedByContract }: Assignment,
) {
  if (!isNamedByContract) fixture.notExercised(`the report of ${matchId} was refused`, ["LM-SCHED-03"]);
  if (refereesOf(matchId, league.assignments).length > 1)
    fixture.notExercised(`${matchId} was given to several referees`, ["LM-MATCH-01"]);
  if (referee.token === undefined)
    fixture.notExercised("the referees got no token to report with", ["LM-REG-02"]);
  if (sharesItsToken(referee, league.referees))
    fixture.notExercised(`${referee.id} was given the token of another referee`, ["LM-REG-05"]);
}

/** Reports by the referee of the match: the result first, then the same result again or the opposite one. */
function trueReports(fixture: ManagerFixture): Step<ManagerState>[] {
  return [
    {
      name: "report a match",
      clauses: ["LM-RES-01"],
      weight: 4,
      applies: hasOpen,
      async take(state, pick) {
        const assignment = pick(open(state));
        const number = pick([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        const answer = await assignment.report(number);
        if (!answer.hasResult) {
          skipIfAssignmentIsFaulty(fixture, state, assignment);
          leaveAlone(state, assignment);
        }
        fixture.expect(answer.hasResult, "whether a true report is answered with a result").is(true);
        state.reported.set(assignment.matchId, { assignment, number });
      },
    },
    {
      name: "report it again",
      clauses: ["LM-RES-03"],
      applies: hasReports,
      async take(state, pick) {
        const { assignment, number } = pick(done(state));
        const answer = await assignment.report(number);
        suspect(state, assignment, "LM-RES-02");
        fixture.expect(isRefusal(answer), "whether an identical report is refused").is(false);
      },
    },
    {
      ...refused(fixture, {
        name: "report the contrary",
        clause: "LM-RES-02",
        what: "a report of the contrary",
        of: (state) => done(state).map(({ assignment }) => assignment),
        send(assignment, { reported }) {
          const { number = 1 } = reported.get(assignment.matchId) ?? {};
          return assignment.report(number === 10 ? 9 : number + 1);
        },
      }),
      clauses: ["LM-RES-03"],
      weight: 2,
    },
  ];
}

interface RefusedReport {
  name: string;
  /** Broken, if the report is not refused or counts. */
  clause: string;
  what: string;
  /** The matches one of which is reported. */
  of(state: ManagerState): readonly Assignment[];
  send(assignment: Assignment, state: ManagerState): Promise<Answer>;
  /** No clause defines whether it is counted, or the answer to the true report after it. */
  mayCount?: true;
}

function refused(
  fixture: ManagerFixture,
  { name, clause, what, of, send, mayCount }: RefusedReport,
): Step<ManagerState> {
  return {
    name,
    clauses: [clause],
    applies: (state) => of(state).length > 0,
    async take(state, pick) {
      const assignment = pick(of(state));
      const answer = await send(assignment, state);
      suspect(state, assignment, clause);
      if (mayCount === true && !isRefusal(answer)) leaveAlone(state, assignment);
      expectRefusal(fixture, answer, what);
    },
  };
}

/** Reports by another sender, of another match, or of an impossible result. */
function falseReports(fixture: ManagerFixture): Step<ManagerState>[] {
  return [
    refused(fixture, {
      name: "report a match of another referee's",
      clause: "LM-RES-06",
      what: "a report by another referee",
      of: open,
      send: (assignment, state) => assignment.report(2, {}, otherReferee(state, assignment)),
      mayCount: true,
    }),
    refused(fixture, {
      name: "let a player report",
      clause: "LM-RES-05",
      what: "a report with a player's token",
      of: open,
      send: (assignment, { league }) => assignment.report(2, {}, league.players[0]),
    }),
    refused(fixture, {
      name: "report an unknown match",
      clause: "LM-RES-04",
      what: "a report of an unknown match",
      of: ({ league }) => league.assignments,
      send: (assignment) => assignment.report(2, { set: { "/match_id": "R99M99" } }),
    }),
    {
      name: "report 300 points",
      clauses: ["LM-RES-07"],
      applies: hasOpen,
      async take(state, pick) {
        const assignment = pick(open(state));
        const before = await pointsOf(state, assignment.playerA);
        const answer = await assignment.report(2, { set: { [`/result/score/${assignment.playerA}`]: 300 } });
        const gained = (await pointsOf(state, assignment.playerA)) - before;
        // A manager may refuse such a report, or count the points of its result.
        if (gained === protocol.points.win) state.reported.set(assignment.matchId, { assignment, number: 2 });
        else if (!isRefusal(answer)) leaveAlone(state, assignment);
        fixture.expect(gained, "what a report of 300 points brought its winner").isNot(300);
      },
    },
  ];
}

/** Matches without a report. If several referees were assigned a match, a wrong report of it cannot be recognized. */
function open({ league: { assignments }, reported, doubtful }: ManagerState): Assignment[] {
  return assignments.filter(
    ({ matchId }) =>
      !reported.has(matchId) && !doubtful.has(matchId) && refereesOf(matchId, assignments).length === 1,
  );
}

function hasOpen(state: ManagerState): boolean {
  return open(state).length > 0;
}

function done({ reported }: ManagerState): ReportedResult[] {
  return [...reported.values()];
}

function hasReports({ reported }: ManagerState): boolean {
  return reported.size > 0;
}

function otherReferee({ league }: ManagerState, { referee }: Assignment): RegisteredPeer {
  return league.referees.find((peer) => peer !== referee) ?? referee;
}

function expectRefusal({ expect }: ManagerFixture, answer: Answer, what: string): void {
  expect.answer(answer, isRefusal(answer), "a refusal", { what, but: "" });
}

function isRefusal(answer: Answer): boolean {
  return answer.outcome === "refusal" || (answer.outcome === "message" && answer.result.success === false);
}

/** Marks the manager's result of this match as unknown: the rest of the session does not judge its players. */
function leaveAlone({ doubtful, reported }: ManagerState, { matchId, playerA, playerB }: Assignment): void {
  reported.delete(matchId);
  doubtful.set(matchId, [playerA, playerB]);
}

/** Records this clause as broken if the standings of these players are wrong from now on. */
function suspect({ suspected }: ManagerState, { playerA, playerB }: Assignment, clause: string): void {
  for (const player of [playerA, playerB]) suspected.set(player, clause);
}

/** A player's points in the manager's answer; NaN when missing. */
async function pointsOf({ league }: ManagerState, playerId: string): Promise<number> {
  const answer = await league.players[0]?.query("GET_STANDINGS");
  const rows = answer?.outcome === "message" ? valueAt(answer.result, "/data/standings") : undefined;
  const row = Array.isArray(rows)
    ? rows.find((one) => isObject(one) && one.player_id === playerId)
    : undefined;
  return isObject(row) ? Number(row.points) : Number.NaN;
}

/** The manager's standings must follow from the true reports. */
async function compareStandings(
  fixture: ManagerFixture,
  state: ManagerState,
  asking: RegisteredPeer,
): Promise<void> {
  const answer = await asking.query("GET_STANDINGS");
  const rows = valueAt(answer.result, "/data/standings");
  fixture.expect(Array.isArray(rows), "whether the answer to GET_STANDINGS holds standings").is(true);
  // Standings without any result are those from before the league: the answer is out of date, the table may be right.
  const isOld =
    Array.isArray(rows) && rows.filter(isObject).every(({ points }) => points === 0) && hasReports(state);
  const unknown = new Set([...state.doubtful.values()].flat());
  for (const row of Array.isArray(rows) ? rows.filter(isObject) : []) {
    const player = String(row.player_id);
    if (unknown.has(player)) continue;
    const { wins, draws, losses, points } = trueResult(state, player);
    const { wins: w, draws: d, losses: l, points: p } = row;
    onBehalfOf([state.suspected.get(player) ?? (isOld ? "LM-QRY-01" : "LM-TAB-01")], () =>
      fixture
        .expect({ wins: w, draws: d, losses: l, points: p }, `the standings of ${player}`)
        .is({ wins, draws, losses, points }),
    );
    // A later fault has another cause.
    state.suspected.delete(player);
  }
}

function trueResult(
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
