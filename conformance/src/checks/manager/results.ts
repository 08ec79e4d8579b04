import { deadlineOf } from "../../contract.js";
import type { ManagerFixture } from "../../fixtures/manager-fixture.js";
import type { Answer } from "../../peers/exchange/answer.js";
import { type Judging, type Leagues, rule } from "../../rule.js";
import { sharesItsToken } from "../../rules/league-rules.js";
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
} from "./helpers/league-progress.js";
import { codesOf, isRefused, QUERIES, wordsOf } from "./helpers/league-queries.js";
import { PLAIN_LEAGUE, QUERIED_LEAGUE, type QueriedLeague, REPEATING_LEAGUE } from "./helpers/leagues.js";
import {
  assertContradiction,
  countedInScenario,
  hasPossiblePoints,
  isCountedOnce,
  isRefusedAndUncounted,
  JUDGED_LEAGUE,
  reported,
  type ScenarioLeague,
  skipIfOtherMatchIds,
  skipIfReportsRefused,
} from "./helpers/report-judgements.js";
import type { InvalidReport, ReportScenario, UnusualReport } from "./helpers/reports.js";
import {
  countedIn,
  DREW,
  describeTally,
  LOST,
  NOTHING,
  sentRow,
  skipIfReportsUnconfirmed,
  tablesIn,
  tallyIn,
  WON,
} from "./helpers/standings.js";

const COUNTED = ["MATCH_RESULT", "LEAGUE_STANDINGS_UPDATE"];

/** Of reports that the flat dialect cannot write. */
function reportedCanonically(why: string, ...names: readonly ReportScenario[]): ReturnType<typeof reported> {
  return {
    ...reported(...names),
    async judgeEach(fixture, judge) {
      if (fixture.profile.name === "flat") fixture.notApplicable(why);
      await reported(...names).judgeEach(fixture, judge);
    },
  };
}

const TABLES = ["MATCH_RESULT", "LEAGUE_STANDINGS_UPDATE", "LEAGUE_COMPLETED"];

/** The correct points of each result, for PLAYER_A and PLAYER_B. */
const ENDINGS = [
  { what: "one player missing", due: [WON, LOST] },
  { what: "player A missing", due: [LOST, WON] },
  { what: "both players missing", due: [LOST, LOST] },
  { what: "both players late", due: [DREW, DREW] },
] satisfies { what: UnusualReport; due: unknown }[];

/** Matches that are reported more than once: what came before the table is judged. */
const REPEATED: Readonly<Record<"contradiction" | "race" | "repetition", string>> = {
  contradiction: "after a second report with the contrary result",
  race: "after the same report had come three times at the same moment",
  repetition: "after the same report had come twice",
};

const REPORTS: readonly (readonly [fault: InvalidReport, codes: readonly unknown[]])[] = [
  ["no token", ["E011"]],
  ["an invented token", ["E012"]],
  ["a player's token", ["E012"]],
  ["a player as sender", ["E013"]],
  ["an unknown match", ["E006"]],
  ["300 points", [-32_602]],
  ["points for the loser", [-32_602]],
];

const SCORES: readonly InvalidReport[] = ["300 points", "points for both", "points for another player"];

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

/** Scores that the rules cannot give: a report with one of them may be refused or corrected, but not counted. */
const IMPOSSIBLE_SCORES: readonly InvalidReport[] = [
  "points for both",
  "points for the loser",
  "points for the loser of a technical loss",
  "the points of a draw for a winner",
  "points for another player",
  "300 points",
  "two points against one",
  "two points for a win",
];

/** Reports with faults, and the league in which the manager is queried. */
const REFUSALS: Leagues<ManagerFixture, ScenarioLeague | QueriedLeague> = {
  steps: [longestOf(JUDGED_LEAGUE, [A_LEAGUE, QUERIES])],
  async judgeEach(fixture, judge) {
    await reported(...REPORTS.map(([fault]) => fault)).judgeEach(fixture, judge);
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
    judge: (league, fixture) =>
      isCountedOnce(REPEATED[league.name as keyof typeof REPEATED])(league, fixture),
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
    over: reportedCanonically("the flat report has no result", "winner, score and details only"),
    shows: ["MATCH_RESULT"],
    judge(league, fixture) {
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
      if (answer === undefined) return;
      onBehalfOf(["LM-RES-10"], () =>
        assertRecorded(fixture, answer, matchId, `the answer to the same report of ${matchId} again`),
      );
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
        fixture.expect.answer(acknowledgement, acknowledgement?.hasResult === true, "MATCH_RESULT_ACK", {
          what,
        });
        fixture.expect
          .time(acknowledgement?.ms ?? 0, `the answer to ${what}`)
          .isAtMost(deadlineOf("MATCH_RESULT_REPORT"));
      }
    },
  }),
  rule({
    id: "manager/results/technical-losses",
    title: "accepts and counts the report of a match without a number as 3-0, 1-1 or 0-0",
    decides: ["LM-RES-09"],
    over: reportedCanonically("the flat report has no status", ...ENDINGS.map(({ what }) => what)),
    shows: COUNTED,
    judge: assertTechnicalLoss,
  }),
  ...REFUSED_REPORTS.map(({ reports, ...row }) =>
    rule({ ...row, over: reported(...reports), shows: COUNTED, judge: isRefusedAndUncounted }),
  ),
  rule({
    id: "manager/results/impossible-scores",
    title: "does not count a score that the rules cannot give, such as 3-3, 300, or points for the loser",
    decides: ["LM-RES-07"],
    over: reported(...IMPOSSIBLE_SCORES),
    shows: COUNTED,
    judge: hasPossiblePoints,
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
        const codes = REPORTS.find(([fault]) => fault === name)?.[1] ?? [];
        // After a report that was accepted, the next one is refused as a second one.
        if (match.acceptedFalseReport === undefined)
          assertCode(fixture, match.attempts[0], `a report with ${name}`, codes);
        return;
      }
      const { questions } = refused;
      if (isRefused(questions.standings) || questions.standings.outcome !== "message")
        fixture.notExercised(`even a plain query ${questions.standings.describeAsEnd()}`, ["LM-QRY-01"]);
      assertCode(fixture, questions.unknownPlayer, "a query by an unknown player", ["E005"]);
      // Queries in other forms may have no tokens.
      if (!fixture.profile.isLeagueForm) return;
      const tokenless = [
        { what: "a query without a token", answer: questions.noToken, codes: ["E011"] },
        {
          what: "a query with an empty token",
          answer: questions.emptyToken,
          codes: ["E011", "E012", -32_602],
        },
      ];
      for (const { what, answer, codes } of tokenless) {
        // No MUST clause applies to these.
        fixture.expect.answer(answer, isRefused(answer) || answer.outcome === "failure", codes.join(" or "), {
          what,
        });
        assertCode(fixture, answer, what, codes);
      }
      assertCode(fixture, questions.inventedToken, "a query with an invented token", ["E012"]);
      assertCode(fixture, questions.othersToken, "a query with the token of another player", ["E012"]);
    },
  }),
  rule({
    id: "manager/results/valid-after-invalid",
    title: "accepts a valid report of a match of which it has refused another one",
    decides: ["LM-RES-01"],
    over: reported(...SCORES),
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

/** The acknowledgement of a report. */
function assertRecorded({ expect }: Judging, answer: Answer, matchId: string, what: string): void {
  const { message_type, match_id, status } = answer.result;
  expect(message_type, `message_type of ${what}`, answer).is("MATCH_RESULT_ACK");
  expect(match_id, `match_id of ${what}`, answer).is(matchId);
  expect(status, `status of ${what}`, answer).is("recorded");
}

/** JSON-RPC lets a result be any value. */
function assertTechnicalLoss(league: ScenarioLeague, fixture: Judging): void {
  const { name: what, reported: match } = league;
  const due = ENDINGS.find((ending) => ending.what === what)?.due ?? [];
  const [answer] = match.attempts;
  skipIfReportsRefused(fixture, league);
  fixture.expect.answer(answer, answer?.outcome === "message", "MATCH_RESULT_ACK", {
    what: `the report of a match with ${what}`,
  });
  [match.assignment.playerA, match.assignment.playerB].forEach((player, side) => {
    const counted = describeTally(countedInScenario(fixture, player, league));
    const who = `${player}, PLAYER_${side === 0 ? "A" : "B"}`;
    fixture
      .expect(counted, `what a match with ${what} counts for ${who}`, ...match.attempts)
      .is(describeTally(due[side] ?? NOTHING));
  });
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
