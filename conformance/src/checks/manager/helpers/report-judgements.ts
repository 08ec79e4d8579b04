/** Assertions about a false or repeated report: it was refused, and the match counts as reported first. */

import { protocol } from "../../../contract.js";
import type { Done, ManagerFixture } from "../../../fixtures/manager-fixture.js";
import { sameJson } from "../../../json.js";
import type { Assignment } from "../../../peers/assignment.js";
import type { Answer } from "../../../peers/exchange/answer.js";
import type { LeagueObservation } from "../../../peers/observation.js";
import type { Judging, Leagues } from "../../../rule.js";
import type { TimedStep } from "../../../types.js";
import { A_ROUND, assertAssignedOnce, REPORT_ACCEPTED, REPORTS_MS } from "./league-progress.js";
import {
  INVALID_REPORTS,
  REPETITIONS,
  REPORT_SCENARIO,
  type ReportedMatch,
  type ReportScenario,
  scenarioReferees,
  TO_COME,
  UNUSUAL_REPORTS,
} from "./reports.js";
import { sharedLeagues } from "./shared-leagues.js";
import { DEFAULT_NUMBERS, singleLeague } from "./single-league.js";
import {
  DREW,
  describeTally,
  dueTo,
  LOST,
  minus,
  NOTHING,
  sentTally,
  type Tally,
  tablesIn,
  WON,
} from "./standings.js";

/** The time of the league with all kinds of reports, and of one with only this kind. In milliseconds. */
export const JUDGED_LEAGUE: TimedStep = [REPORTS_MS, A_ROUND, REPORT_SCENARIO];

/** With fewer refusals the codes may be the same by chance. */
const SEVERAL = 4;

/** A league for each of these reports of a match, with the answers to it and its effect. */
export function reported(...names: readonly ReportScenario[]): Leagues<ManagerFixture, ScenarioLeague> {
  return sharedLeagues({
    steps: [JUDGED_LEAGUE],
    names: (fixture) => shownTo(fixture, names),
    async play(fixture, name, alone) {
      const league = await scenarioLeagueFor(fixture, name, alone);
      const { reported: match, seen } = league.value;
      skipIfOtherMatchIds(fixture, match.assignment);
      const assignments = seen.assignments.filter(({ matchId }) => matchId === match.assignment.matchId);
      assertAssignedOnce(fixture, { assignments });
      return league;
    },
  });
}

/** Those of which the league of a manager at --url has a match; all of them, where it has none. */
async function shownTo(
  fixture: ManagerFixture,
  names: readonly ReportScenario[],
): Promise<readonly ReportScenario[]> {
  if (fixture.canStart || names.length === 1) return names;
  const { scenarios } = (await singleLeague(fixture)).value;
  const shown = names.filter((name) => scenarios.has(name));
  return shown.length === 0 ? names : shown;
}

/** If no report of a match was accepted, its id may be the reason. */
export function skipIfOtherMatchIds(fixture: Judging, assignment: Assignment): void {
  const { matchId, roundId, isCounted } = assignment;
  if (isCounted || assignment.isNamedByContract) return;
  fixture.notExercised(`no report of ${matchId} in round ${String(roundId)} was accepted`, ["LM-SCHED-03"]);
}

type Judge = (league: ScenarioLeague, fixture: Judging) => void;

/** Asserts that a report with this fault was refused, and that the match counts as truly reported. */
export const isRefusedAndUncounted: Judge = (league, fixture) => {
  const { name, reported: match } = league;
  const [answer] = match.attempts;
  const variant = answer?.variant;
  fixture.expect.answer(answer, answer?.outcome === "refusal", "a refusal", {
    what: `a report of ${match.assignment.matchId} with ${name}${variant === undefined ? "" : ` (${variant})`}`,
  });
  assertCount(fixture, league, `after a report with ${name} had been refused and the true one made`);
};

/** The later reports of that match, in their order, are refused as different ones. */
export function assertContradiction(
  { reported: { attempts, assignment }, scenarios }: ScenarioLeague,
  fixture: Judging,
  differences: readonly string[],
): void {
  const isOneCode = haveOneCode([...scenarios.values()].flatMap((one) => one.attempts));
  differences.forEach((what, index) => {
    const answer = attempts[index];
    const code = answer?.outcome === "refusal" ? answer.refusal.league : undefined;
    if (code !== "E007" && answer?.outcome === "refusal" && isOneCode)
      fixture.notExercised(`all reports are refused with ${String(code)}, so the code proves nothing`, [
        "LM-RES-08",
      ]);
    fixture.expect.answer(answer, code === "E007", "E007", {
      what: `a second report of ${assignment.matchId} with ${what}`,
    });
  });
}

/** Whether refusals for several reasons have the same code. */
function haveOneCode(answers: readonly Answer[]): boolean {
  const codes = answers.flatMap((one) => (one.outcome === "refusal" ? [one.refusal.code] : []));
  return codes.length >= SEVERAL && new Set(codes).size === 1;
}

/** Asserts that a match which was reported more than once counts once, as it was reported first. */
export const isCountedOnce =
  (when: string): Judge =>
  (league, fixture) => {
    const { acknowledgement, isCounted } = league.reported.assignment;
    if (!isCounted)
      fixture.notExercised(
        `the report ${acknowledgement?.describeAsEnd() ?? "got no answer"}`,
        REPORT_ACCEPTED,
      );
    assertCount(fixture, league, when);
  };

/** Asserts that no points were counted that the rules cannot give. */
export const hasPossiblePoints: Judge = (league, fixture) => {
  const { name, reported: match } = league;
  const { playerA, playerB, matchId } = match.assignment;
  assertOtherMatchesCounted(fixture, league);
  const [a, b] = [countedInScenario(fixture, playerA, league), countedInScenario(fixture, playerB, league)];
  const counted = `${playerA}: ${describeTally(a)}; ${playerB}: ${describeTally(b)}`;
  const hasTrueWinner = match.attempts[0]?.outcome === "refusal" && a.wins === 0 && b.wins === 1;
  if (hasTrueWinner && !isPossible(a, b))
    fixture.notExercised(`the true report of ${matchId} alone has brought ${counted}`, ["LM-TAB-01"]);
  fixture.expect.that(isPossible(a, b) && !isCountedForTheLoser(match, b), {
    diagnosis: `a report of ${matchId} with ${name} was accepted: the match has brought ${counted}`,
    expected: "3-0, 1-1 or 0-0",
    received: counted,
    shownBy: match.attempts,
  });
};

function assertCount(fixture: Judging, league: ScenarioLeague, when: string): void {
  const { assignment } = league.reported;
  assertOtherMatchesCounted(fixture, league);
  for (const player of [assignment.playerA, assignment.playerB]) {
    const tally = countedInScenario(fixture, player, league);
    const counted = describeTally(tally);
    const due = describeTally(dueTo(player, [assignment]));
    const points = tally.wins * protocol.points.win + tally.draws * protocol.points.draw;
    if (tally.points !== points)
      fixture.notExercised(`the table gives ${player} ${counted} for one match`, ["LM-TAB-01"]);
    fixture.expect.that(counted === due, {
      diagnosis: `${when}, ${assignment.matchId} counts for ${player} as ${counted}; expected ${due}`,
      expected: due,
      received: counted,
    });
  }
}

/** Skips the check if the table is also wrong about a simply reported match of the round. */
function assertOtherMatchesCounted(
  fixture: Judging,
  { reported: { assignment }, scenarios, seen }: ScenarioLeague,
): void {
  const isContested = (matchId: string) =>
    [...scenarios.values()].some((other) => other.assignment.matchId === matchId);
  for (const other of seen.assignments) {
    const { matchId, roundId, trueResult_ms: settled_ms, playerA, playerB } = other;
    if (isContested(matchId) || roundId !== assignment.roundId || settled_ms === undefined) continue;
    for (const player of [playerA, playerB]) {
      const tally = countedFor(player, { assignment: other, settled_ms }, seen);
      if (tally === undefined || describeTally(tally) === describeTally(dueTo(player, [other]))) continue;
      fixture.notExercised(
        `the table is wrong about ${matchId} too, of which no false report was sent, so it proves nothing`,
        ["LM-TAB-01"],
      );
    }
  }
}

/** Skips the check if an ordinary report of the same match is refused too. */
export function skipIfReportsRefused(fixture: Judging, { reported }: ScenarioLeague): void {
  const { attempts, assignment } = reported;
  if (attempts[0]?.outcome === "message" || assignment.acknowledgement?.outcome === "message") return;
  const end = assignment.acknowledgement?.describeAsEnd() ?? "got no answer";
  fixture.notExercised(`an ordinary report of ${assignment.matchId} ${end} too`, REPORT_ACCEPTED);
}

/** The tally of this player from the reported match. */
export function countedInScenario(
  fixture: Judging,
  player: string,
  { reported, seen }: ScenarioLeague,
): Tally {
  const { acceptedFalseReport, assignment } = reported;
  if (acceptedFalseReport !== undefined)
    fixture.notExercised(`a report with ${acceptedFalseReport} was accepted too`, ["LM-RES-05", "LM-RES-07"]);
  const counted = countedFor(player, reported, seen);
  if (counted !== undefined && Object.values(counted).some(Number.isNaN))
    fixture.notExercised(`the table does not give ${player} numbers`, ["LM-TAB-01", "LM-TAB-04"]);
  return (
    counted ??
    fixture.notExercised(
      `no standings were sent between ${assignment.matchId} and the next match of ${player}`,
      ["LM-ROUND-04"],
    )
  );
}

/**
 * The valid report, that B has won, gives B the same points as an invalid one with A as the winner and the points for
 * B: only the acknowledgement shows which one was counted.
 */
function isCountedForTheLoser({ attempts, assignment }: ReportedMatch, b: Tally): boolean {
  const [invalid] = attempts;
  return (
    b.points === protocol.points.win &&
    invalid?.outcome === "message" &&
    assignment.acknowledgement?.outcome === "refusal"
  );
}

/** What a match can bring its two players. */
const POSSIBLE = [
  [WON, LOST],
  [LOST, WON],
  [DREW, DREW],
];

function isPossible(...pair: readonly Tally[]): boolean {
  const isUnplayed = pair.every(({ wins, points }) => wins === 0 && points === 0);
  return isUnplayed || POSSIBLE.some((due) => sameJson(due, pair));
}

/**
 * The tally of this player from the match: the difference of the tables before and after it. Undefined without a later
 * table, or if the player has played another match between the two.
 */
function countedFor(
  player: string,
  { assignment, settled_ms }: Pick<ReportedMatch, "assignment" | "settled_ms">,
  seen: LeagueObservation,
): Tally | undefined {
  const tables = tablesIn(seen);
  const before = tables.findLast(({ at_ms }) => at_ms < assignment.received.at_ms);
  const table = tables.find(({ at_ms }) => at_ms >= settled_ms);
  const later = sentTally(table, player);
  const isBetween = ({ matchId, playerA, playerB, trueResult_ms = 0 }: Assignment) =>
    matchId !== assignment.matchId &&
    [playerA, playerB].includes(player) &&
    trueResult_ms > (before?.at_ms ?? 0) &&
    trueResult_ms <= (table?.at_ms ?? 0);
  if (later === undefined || seen.assignments.some(isBetween)) return undefined;
  return minus(later, sentTally(before, player) ?? NOTHING);
}

/** The report of a later match is the last: a manager that accepts it has counted that match. */
const ALL: readonly ReportScenario[] = [
  ...REPETITIONS,
  ...UNUSUAL_REPORTS,
  ...INVALID_REPORTS.filter((name) => name !== TO_COME),
  TO_COME,
];

export interface ScenarioLeague {
  name: ReportScenario;
  reported: ReportedMatch;
  /** The reported matches of this league. */
  scenarios: ReadonlyMap<ReportScenario, ReportedMatch>;
  seen: LeagueObservation;
}

/**
 * A league in which a match is reported in this way. The shared one has all kinds of reports, four in a round, and
 * another match that is simply reported. It ends after the last of them.
 */
async function scenarioLeagueFor(
  fixture: ManagerFixture,
  name: ReportScenario,
  alone: boolean,
): Promise<Done<ScenarioLeague>> {
  const done = await (fixture.canStart
    ? playScenarioLeague(fixture, alone ? [name] : ALL)
    : singleLeague(fixture));
  const { scenarios, seen } = done.value;
  const match = scenarios.get(name);
  if (match !== undefined) return { ...done, value: { name, reported: match, scenarios, seen } };
  return fixture.notExercised(
    fixture.canStart
      ? "the league manager did not give the suite's referees a match"
      : `the league of the manager at --url has no room for ${name} in a report; use --command`,
  );
}

function playScenarioLeague(
  fixture: ManagerFixture,
  names: readonly ReportScenario[],
): Promise<Done<{ scenarios: ReadonlyMap<ReportScenario, ReportedMatch>; seen: LeagueObservation }>> {
  const [name] = names;
  const isShared = names.length > 1;
  const label = `a league with ${isShared ? "all kinds of reports" : `a report with ${name}, alone`}`;
  const scenarios = new Map<ReportScenario, ReportedMatch>();
  const { script, isOver } = scenarioReferees(
    { matches: names.map((one) => [one]), comparing: isShared, settling: !isShared },
    scenarios,
  );
  const numbers = isShared ? { players: 10, referees: 3 } : DEFAULT_NUMBERS;
  const refereeOptions = Array.from({ length: numbers.referees }, () => ({ script }));
  return fixture.playedOnce(label, { ...numbers, refereeOptions }, async ({ league }) => {
    const enough = () => league.completed || isOver(league);
    const seen = await league.play({ enough, withinMs: REPORTS_MS });
    if (league.referees.some(({ token }) => token === undefined))
      fixture.notExercised("the referees got no token to report with", ["LM-REG-02"]);
    return { scenarios, seen };
  });
}
