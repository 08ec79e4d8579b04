import { deadlineOf, protocol } from "../../contract.js";
import type { ManagerFixture } from "../../fixtures/manager-fixture.js";
import { sameJson } from "../../json.js";
import type { Assignment } from "../../peers/assignment.js";
import type { Answer } from "../../peers/exchange/answer.js";
import type { LeagueObservation } from "../../peers/observation.js";
import { sharesItsToken } from "../../rules/league-rules.js";
import { expectMembers } from "../../rules/match-rules.js";
import { type Judging, type Leagues, rule } from "../../rules/rule.js";
import { longestOf } from "../../time/steps.js";
import type { Check, CheckRow } from "../../types.js";
import { onBehalfOf } from "../../verdict.js";
import {
  A_LEAGUE,
  assertAssignedOnce,
  begun,
  FALSE_REPORT_ACCEPTED,
  finished,
  isAsAnnounced,
  playersOf,
  REPORT_ACCEPTED,
} from "./helpers/league-progress.js";
import { codesOf, isRefused, QUERIES, skipIfNotAnswered, wordsOf } from "./helpers/league-queries.js";
import { PLAIN_LEAGUE, QUERIED_LEAGUE, type QueriedLeague, REPEATING_LEAGUE } from "./helpers/leagues.js";
import {
  JUDGED_LEAGUE,
  reported,
  type ScenarioLeague,
  skipIfOtherMatchIds,
} from "./helpers/reported-leagues.js";
import {
  IMPOSSIBLE_SCORES,
  type InvalidReport,
  type ReportedMatch,
  type UnusualReport,
} from "./helpers/reports.js";
import {
  countedIn,
  DREW,
  describeTally,
  dueTo,
  LOST,
  minus,
  NOTHING,
  sentRow,
  sentTally,
  skipIfReportsUnconfirmed,
  type Tally,
  tablesIn,
  tallyIn,
  WON,
} from "./helpers/standings.js";

const COUNTED = ["MATCH_RESULT", "LEAGUE_STANDINGS_UPDATE"];

const TABLES = ["MATCH_RESULT", "LEAGUE_STANDINGS_UPDATE", "LEAGUE_COMPLETED"];

/** The correct points of each result, for PLAYER_A and PLAYER_B. */
const ENDINGS = {
  "one player missing": [WON, LOST],
  "player A missing": [LOST, WON],
  "both players missing": [LOST, LOST],
  "both players late": [DREW, DREW],
} satisfies Partial<Record<UnusualReport, readonly Tally[]>>;

type Ending = keyof typeof ENDINGS;

/** Matches that are reported more than once: what came before the table is judged. */
const REPEATED: Readonly<Record<"contradiction" | "race" | "repetition", string>> = {
  contradiction: "after a second report with the contrary result",
  race: "after the same report had come three times at the same moment",
  repetition: "after the same report had come twice",
};

const REPORT_CODES = {
  "no token": ["E011"],
  "an invented token": ["E012"],
  "a player's token": ["E012"],
  "a player as sender": ["E013"],
  "an unknown match": ["E006"],
  "300 points": [-32_602],
  "points for the loser": [-32_602],
} satisfies Partial<Record<InvalidReport, readonly unknown[]>>;

type CodedReport = keyof typeof REPORT_CODES;

const QUERY_CODES: Readonly<Record<string, readonly unknown[]>> = {
  "GET_STANDINGS from the unknown player P99": ["E005"],
  "GET_STANDINGS without a token": ["E011"],
  "GET_STANDINGS with an empty token": ["E011", "E012", -32_602],
  "GET_STANDINGS with an invented token": ["E012"],
  "GET_STANDINGS with the token of another player": ["E012"],
};

/** Reports that must be refused and must not count. */
const REFUSED_REPORTS: readonly CheckRow<{ reports: readonly InvalidReport[] }>[] = [
  {
    id: "manager/results/another-referee",
    title: "refuses a report of a match that its referee was not given, or that no referee was given yet",
    decides: ["LM-RES-06"],
    reports: ["another referee", "the id of a match that is still to come"],
  },
  {
    id: "manager/results/no-token",
    title: "refuses a report without the token of its referee, or by a player, and counts nothing of it",
    decides: ["LM-RES-05"],
    reports: [
      "no token",
      "an invented token",
      "a token that is only nearly right",
      "another referee's token",
      "a player's token",
      "a player as sender",
    ],
  },
  {
    id: "manager/results/unknown-match",
    title: "refuses a report of an unknown match, and counts nothing of it",
    decides: ["LM-RES-04"],
    reports: ["an unknown match"],
  },
];

/** Reports with faults, and the league in which the manager is queried. */
const REFUSALS: Leagues<ManagerFixture, ScenarioLeague | QueriedLeague> = {
  steps: [longestOf(JUDGED_LEAGUE, [A_LEAGUE, QUERIES])],
  async judgeEach(fixture, judge) {
    await reported(...(Object.keys(REPORT_CODES) as CodedReport[])).judgeEach(fixture, judge);
    await QUERIED_LEAGUE.judgeEach(fixture, judge);
  },
};

export const resultsChecks: readonly Check<ManagerFixture>[] = [
  rule({
    id: "manager/results/repetition-counted-once",
    title:
      "counts a match once, as it was reported first, when it is reported again, or otherwise, or at once",
    decides: ["LM-RES-02"],
    over: reported("contradiction", "race", "repetition"),
    shows: COUNTED,
    judge: assertCountedOnce,
  }),
  rule({
    id: "manager/results/late-repetition-counted-once",
    title: "counts a match once when its report is repeated in a later round",
    decides: ["LM-RES-02"],
    over: REPEATING_LEAGUE,
    shows: TABLES,
    judge(played, fixture) {
      const seen = finished(fixture, played);
      assertAssignedOnce(fixture, seen);
      const reported = countedIn(seen);
      skipIfReportsUnconfirmed(fixture, reported);
      for (const table of tablesIn(seen))
        for (const { id = "" } of playersOf(seen)) {
          const row = sentRow(table, id);
          const tally = tallyIn(row) ?? NOTHING;
          const due = reported.filter(
            ({ playerA, playerB, trueResult_ms = 0 }) =>
              trueResult_ms <= table.at_ms && [playerA, playerB].includes(id),
          ).length;
          const counted = tally.wins + tally.draws + tally.losses;
          // The check of the points judges a row whose sum contradicts `played`.
          fixture.expect.that(row?.played === due || counted <= due, {
            diagnosis: `the reports of earlier rounds came again, and a table gives ${id} ${describeTally(tally)}; it had played ${due} matches`,
            expected: `${due} matches`,
            received: `${counted}`,
            shownBy: [table],
          });
        }
    },
  }),
  rule({
    id: "manager/results/answers-plain-reports",
    title: "answers a report with nothing in its result but winner, score and details, as IS and RA have it",
    decides: ["LM-RES-01"],
    over: reported("winner, score and details only"),
    shows: ["MATCH_RESULT"],
    judge(league, fixture) {
      if (fixture.profile.name === "flat") fixture.notApplicable("the flat report has no result");
      const { attempts, assignment } = league.reported;
      if (attempts[0]?.outcome !== "empty") skipIfReportsRefused(fixture, league);
      const [answer] = attempts;
      fixture.expect.answer(answer, answer?.hasResult === true, "MATCH_RESULT_ACK", {
        what: `the report of ${assignment.matchId} with winner, score and details, but without status and number_parity,`,
        but: "; expected a result",
        hint: "A status follows from the winner and the score, the parity from the number.",
      });
    },
  }),
  rule({
    id: "manager/results/answers-repetitions",
    title: "acknowledges an identical second report again, and refuses a different one with E007",
    decides: ["LM-RES-03"],
    over: reported("repetition", "contradiction", "other choices"),
    shows: ["MATCH_RESULT"],
    judge(league, fixture) {
      const { name, reported: match } = league;
      if (name === "contradiction")
        return assertContradiction(league, fixture, ["another number", "the contrary result"]);
      if (name === "other choices") return assertContradiction(league, fixture, ["other choices"]);
      const [answer] = match.attempts;
      const { matchId } = match.assignment;
      fixture.expect.answer(answer, answer?.outcome === "message", "MATCH_RESULT_ACK", {
        what: `the same report of ${matchId} again`,
      });
      const due = { "/message_type": "MATCH_RESULT_ACK", "/match_id": matchId, "/status": "recorded" };
      const where = `the answer to the same report of ${matchId} again`;
      onBehalfOf(["LM-RES-10"], () => expectMembers(fixture, answer?.result, due, where, answer));
    },
  }),
  rule({
    id: "manager/results/answers-reports",
    title: "answers a valid report by the referee of the match with a result, within 10 s",
    decides: ["LM-RES-01"],
    over: PLAIN_LEAGUE,
    shows: ["MATCH_RESULT"],
    judge(played, fixture) {
      const all = begun(fixture, played).assignments.filter(({ trueResult }) => trueResult !== undefined);
      if (all.length === 0) fixture.notExercised("no match was reported", ["LM-MATCH-01"]);
      const reported = all.filter(({ hasFalseReport }) => !hasFalseReport);
      if (reported.length === 0)
        fixture.notExercised(
          "a false report of each match was accepted before the true one came",
          FALSE_REPORT_ACCEPTED,
        );
      if (reported.some(({ referee }) => referee.token === undefined))
        fixture.notExercised("the referees got no token to report with", ["LM-REG-02"]);
      for (const assignment of reported) {
        skipIfOtherMatchIds(fixture, assignment);
        const { matchId, trueResult, acknowledgement, referee } = assignment;
        const others = reported.filter((other) => other.matchId === matchId && other.referee !== referee);
        if (others.length > 0 && acknowledgement?.hasResult !== true)
          fixture.notExercised(`${matchId} was given to several referees`, ["LM-MATCH-01"]);
        if (acknowledgement?.hasResult !== true && sharesItsToken(referee, played.seen.referees))
          fixture.notExercised(`${referee.id} was given the token of another referee`, ["LM-REG-05"]);
        if (!isAsAnnounced(played.seen, assignment))
          fixture.notExercised(`${matchId} was assigned with other players than announced`, ["LM-MATCH-01"]);
        const what = `the report of ${matchId} (${trueResult === "draw" ? "a draw" : `${trueResult} has won`})`;
        const { answer, time } = fixture.expect;
        answer(acknowledgement, acknowledgement?.hasResult === true, "MATCH_RESULT_ACK", { what });
        time(acknowledgement?.ms ?? 0, `the answer to ${what}`).isAtMost(deadlineOf("MATCH_RESULT_REPORT"));
      }
    },
  }),
  rule({
    id: "manager/results/technical-losses",
    title: "accepts and counts the report of a match without a number as 3-0, 1-1 or 0-0",
    decides: ["LM-RES-09"],
    over: reported(...(Object.keys(ENDINGS) as Ending[])),
    shows: COUNTED,
    judge: assertTechnicalLoss,
  }),
  ...REFUSED_REPORTS.map(({ reports, ...row }) =>
    rule({ ...row, over: reported(...reports), shows: COUNTED, judge: assertRefused }),
  ),
  rule({
    id: "manager/results/impossible-scores",
    title: "does not count a score that the rules cannot give, such as 3-3, 300, or points for the loser",
    decides: ["LM-RES-07"],
    over: reported(...IMPOSSIBLE_SCORES),
    shows: COUNTED,
    judge: assertPossiblePoints,
  }),
  rule({
    id: "manager/results/refusal-codes",
    title:
      "refuses reports and queries with the codes E005, E006, E011, E012, E013 and -32602, each for its reason",
    decides: ["LM-RES-08"],
    over: REFUSALS,
    shows: ["MATCH_RESULT", "LEAGUE_QUERY"],
    judge(refused, fixture) {
      if ("reported" in refused) {
        const { reported: match, name } = refused;
        // After a report that was accepted, the next one is refused as a second one.
        if (match.acceptedFalseReport === undefined)
          assertCode(fixture, match.attempts[0], `a report with ${name}`, REPORT_CODES[name as CodedReport]);
        return;
      }
      const { standings, unentitled, tokenless } = refused.questions;
      skipIfNotAnswered(fixture, standings, { query: "even a plain query" });
      const isLeagueForm = fixture.profile.isLeagueForm;
      for (const { how, answer } of [...unentitled, ...tokenless]) {
        const codes = QUERY_CODES[how];
        // Queries in other forms may have no tokens.
        if (codes === undefined || (!isLeagueForm && how.includes("token"))) continue;
        assertCode(fixture, answer, how, codes);
      }
      // No MUST clause applies to these.
      for (const { how, answer } of isLeagueForm ? tokenless : [])
        fixture.expect.answer(answer, isRefused(answer) || answer.outcome === "failure", "a refusal", {
          what: how,
        });
    },
  }),
  rule({
    id: "manager/results/valid-after-invalid",
    title: "accepts a valid report of a match of which it has refused another one",
    decides: ["LM-RES-01"],
    over: reported("300 points", "points for both", "points for another player"),
    shows: ["MATCH_RESULT"],
    judge({ name, reported: match }, fixture) {
      const [invalid] = match.attempts;
      const { acknowledgement, matchId } = match.assignment;
      if (invalid?.outcome !== "refusal" || match.acceptedFalseReport !== undefined)
        fixture.notExercised(`the report of ${matchId} with ${name} was not refused`, ["LM-RES-07"]);
      fixture.expect.answer(acknowledgement, acknowledgement?.hasResult === true, "MATCH_RESULT_ACK", {
        what: `a report of ${matchId} with ${name} was refused, and then the true one`,
      });
    },
  }),
];

/** Asserts that a report without a number was acknowledged, and that it counts what such an end brings. */
function assertTechnicalLoss(league: ScenarioLeague, fixture: Judging): void {
  const { name: what, reported: match } = league;
  if (fixture.profile.name === "flat") fixture.notApplicable("the flat report has no status");
  const due = ENDINGS[what as Ending];
  const [answer] = match.attempts;
  skipIfReportsRefused(fixture, league);
  fixture.expect.answer(answer, answer?.outcome === "message", "MATCH_RESULT_ACK", {
    what: `the report of a match with ${what}`,
  });
  for (const side of ["A", "B"] as const) {
    const player = match.assignment[`player${side}`];
    const counted = describeTally(countedInScenario(fixture, player, league));
    fixture
      .expect(counted, `what a match with ${what} counts for ${player}, PLAYER_${side},`, ...match.attempts)
      .is(describeTally(due[side === "A" ? 0 : 1] ?? NOTHING));
  }
}

function assertCode(
  fixture: Judging,
  answer: Answer | undefined,
  what: string,
  codes: readonly unknown[],
): void {
  // The checks of the MUST clauses judge whether it is refused.
  if (answer === undefined || !isRefused(answer)) return;
  const found = codesOf(answer);
  fixture.expect.that(
    found.some((code) => codes.includes(code)),
    {
      diagnosis: `${what} was refused with ${wordsOf(answer)}; expected ${codes.join(" or ")}`,
      expected: codes.join(" or "),
      received: wordsOf(answer),
      shownBy: [answer],
    },
  );
}

/** With fewer refusals the codes may be the same by chance. */
const SEVERAL = 4;

/** Asserts that a report with this fault was refused, and that the match counts as truly reported. */
function assertRefused(league: ScenarioLeague, fixture: Judging): void {
  const { name, reported: match } = league;
  const [answer] = match.attempts;
  const variant = answer?.variant;
  fixture.expect.answer(answer, answer?.outcome === "refusal", "a refusal", {
    what: `a report of ${match.assignment.matchId} with ${name}${variant === undefined ? "" : ` (${variant})`}`,
  });
  assertCount(fixture, league, `after a report with ${name} had been refused and the true one made`);
}

/** The later reports of that match, in their order, are refused as different ones. */
function assertContradiction(
  { reported: { attempts, assignment }, scenarios }: ScenarioLeague,
  { expect, notExercised }: Judging,
  differences: readonly string[],
): void {
  const isOneCode = haveOneCode([...scenarios.values()].flatMap((one) => one.attempts));
  for (const [index, what] of differences.entries()) {
    const answer = attempts[index];
    const code = answer?.outcome === "refusal" ? answer.refusal.league : undefined;
    if (code !== "E007" && answer?.outcome === "refusal" && isOneCode)
      notExercised(`all reports are refused with ${code}, so the code proves nothing`, ["LM-RES-08"]);
    const report = `a second report of ${assignment.matchId} with ${what}`;
    expect.answer(answer, code === "E007", "E007", { what: report });
  }
}

/** Whether refusals for several reasons have the same code. */
function haveOneCode(answers: readonly Answer[]): boolean {
  const codes = answers.flatMap((one) => (one.outcome === "refusal" ? [one.refusal.code] : []));
  return codes.length >= SEVERAL && new Set(codes).size === 1;
}

/** Asserts that a match which was reported more than once counts once, as it was reported first. */
function assertCountedOnce(league: ScenarioLeague, fixture: Judging): void {
  const { acknowledgement, isCounted } = league.reported.assignment;
  const end = acknowledgement?.describeAsEnd() ?? "got no answer";
  if (!isCounted) fixture.notExercised(`the report ${end}`, REPORT_ACCEPTED);
  assertCount(fixture, league, REPEATED[league.name as keyof typeof REPEATED]);
}

/** Asserts that no points were counted that the rules cannot give. */
function assertPossiblePoints(league: ScenarioLeague, fixture: Judging): void {
  const { name, reported: match } = league;
  const { playerA, playerB, matchId } = match.assignment;
  assertOtherMatchesCounted(fixture, league);
  const [a, b] = [countedInScenario(fixture, playerA, league), countedInScenario(fixture, playerB, league)];
  const counted = `${playerA}: ${describeTally(a)}; ${playerB}: ${describeTally(b)}`;
  const hasTrueWinner = match.attempts[0]?.outcome === "refusal" && a.wins === 0 && b.wins === 1;
  if (hasTrueWinner && !isPossible(a, b))
    fixture.notExercised(`the true report of ${matchId} alone has brought ${counted}`, ["LM-TAB-01"]);
  fixture.expect.that(isPossible(a, b) && !isCountedForTheLoser(match, b) && !isCountedAsDraw(league, a), {
    diagnosis: `a report of ${matchId} with ${name} was accepted: the match has brought ${counted}`,
    expected: "3-0, 1-1 or 0-0",
    received: counted,
    shownBy: match.attempts,
  });
}

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
      const why = `the table is wrong about ${matchId} too, of which no false report was sent`;
      fixture.notExercised(why, ["LM-TAB-01"]);
    }
  }
}

/** Skips the check if an ordinary report of the same match is refused too. */
function skipIfReportsRefused(fixture: Judging, { reported }: ScenarioLeague): void {
  const { attempts, assignment } = reported;
  if (attempts[0]?.outcome === "message" || assignment.acknowledgement?.outcome === "message") return;
  const end = assignment.acknowledgement?.describeAsEnd() ?? "got no answer";
  fixture.notExercised(`an ordinary report of ${assignment.matchId} ${end} too`, REPORT_ACCEPTED);
}

/** The tally of this player from the reported match. */
function countedInScenario(fixture: Judging, player: string, { reported, seen }: ScenarioLeague): Tally {
  const { acceptedFalseReport, assignment } = reported;
  if (acceptedFalseReport !== undefined)
    fixture.notExercised(`a report with ${acceptedFalseReport} was accepted too`, ["LM-RES-05", "LM-RES-07"]);
  const counted = countedFor(player, reported, seen);
  if (counted !== undefined && Object.values(counted).some(Number.isNaN))
    fixture.notExercised(`the table does not give ${player} numbers`, ["LM-TAB-01", "LM-TAB-04"]);
  const between = `between ${assignment.matchId} and the next match of ${player}`;
  return counted ?? fixture.notExercised(`no standings were sent ${between}`, ["LM-ROUND-04"]);
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

/** The points of a draw, of a match that has a winner in the invalid report as in the valid one. */
function isCountedAsDraw({ name, reported }: ScenarioLeague, a: Tally): boolean {
  return (
    name === "the points of a draw for a winner" &&
    reported.attempts[0]?.outcome === "message" &&
    sameJson(a, DREW)
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
