import type { ManagerFixture } from "../../fixtures/manager-fixture.js";
import type { Answer } from "../../peers/answer.js";
import { longestOf } from "../../time/steps.js";
import type { Check, CheckRow } from "../../types.js";
import type { InvalidReport } from "./helpers/invalid-reports.js";
import { A_LEAGUE } from "./helpers/league-progress.js";
import { codesOf, isRefused, QUERIES, wordsOf } from "./helpers/league-queries.js";
import { queriedLeague } from "./helpers/leagues.js";
import { assertRefusal, assertReport, assertScore, JUDGED_LEAGUE } from "./helpers/report-judgements.js";

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
const REFUSED_REPORTS: readonly CheckRow<{ report: InvalidReport }>[] = [
  {
    id: "manager/results/another-referee",
    title: "refuses a report by a referee that the match was not given to",
    decides: ["LM-RES-06"],
    report: "another referee",
  },
  {
    id: "manager/results/another-referees-token",
    title: "refuses a report in the referee's name with another referee's token",
    decides: ["LM-RES-05"],
    report: "another referee's token",
  },
  {
    id: "manager/results/invented-token",
    title: "refuses a report with an invented token, and counts nothing of it",
    decides: ["LM-RES-05"],
    report: "an invented token",
  },
  {
    id: "manager/results/nearly-the-token",
    title: "refuses a report with an almost correct token, and counts nothing of it",
    decides: ["LM-RES-05"],
    report: "a token that is only nearly right",
  },
  {
    id: "manager/results/no-token",
    title: "refuses a report without a token, and counts nothing of it",
    decides: ["LM-RES-05"],
    report: "no token",
  },
  {
    id: "manager/results/not-yet",
    title: "refuses a report of a match that was given to no referee yet",
    decides: ["LM-RES-06"],
    report: "the id of a match that is still to come",
  },
  {
    id: "manager/results/player-as-sender",
    title: "refuses a report that a player makes with its own token",
    decides: ["LM-RES-05"],
    report: "a player as sender",
  },
  {
    id: "manager/results/players-token",
    title: "refuses a report in the referee's name with a player's token",
    decides: ["LM-RES-05"],
    report: "a player's token",
  },
  {
    id: "manager/results/unknown-match",
    title: "refuses a report of an unknown match, and counts nothing of it",
    decides: ["LM-RES-04"],
    report: "an unknown match",
  },
];

/** Scores that the rules cannot give: a report with one of them may be refused or corrected, but not counted. */
const IMPOSSIBLE_SCORES: readonly { id: string; title: string; report: InvalidReport }[] = [
  {
    id: "manager/results/points-for-both",
    title: "does not count a score of 3-3",
    report: "points for both",
  },
  {
    id: "manager/results/points-for-the-loser",
    title: "does not count points that contradict the winner",
    report: "points for the loser",
  },
  {
    id: "manager/results/points-of-a-draw",
    title: "does not count a score of 1-1 of a match that has a winner",
    report: "the points of a draw for a winner",
  },
  {
    id: "manager/results/points-of-another-player",
    title: "does not count points for another player",
    report: "points for another player",
  },
  {
    id: "manager/results/three-hundred-points",
    title: "does not count a score of 300",
    report: "300 points",
  },
  {
    id: "manager/results/two-points-against-one",
    title: "does not count a score of 2-1",
    report: "two points against one",
  },
  {
    id: "manager/results/two-points-for-a-win",
    title: "does not count a score of 2-0",
    report: "two points for a win",
  },
];

export const resultsRefusedChecks: readonly Check<ManagerFixture>[] = [
  ...REFUSED_REPORTS.map(
    ({ report, ...row }): Check<ManagerFixture> => ({
      ...row,
      steps: [JUDGED_LEAGUE],
      run: (fixture) => assertRefusal(fixture, report),
    }),
  ),
  ...IMPOSSIBLE_SCORES.map(
    ({ report, ...row }): Check<ManagerFixture> => ({
      ...row,
      decides: ["LM-RES-07"],
      steps: [JUDGED_LEAGUE],
      run: (fixture) => assertScore(fixture, report),
    }),
  ),
  {
    id: "manager/results/refusal-codes",
    title:
      "refuses reports and queries with the codes E005, E006, E011, E012, E013 and -32602, each for its reason",
    decides: ["LM-RES-08"],
    steps: [longestOf(JUDGED_LEAGUE, [A_LEAGUE, QUERIES])],
    async run(fixture) {
      for (const [fault, codes] of REPORTS) {
        await assertReport(fixture, fault, ["MATCH_RESULT"], ({ reported }) => {
          // After a report that was accepted, the next one is refused as a second one.
          if (reported.acceptedFalseReport === undefined)
            assertCode(fixture, reported.attempts[0], `a report with ${fault}`, codes);
        });
      }
      fixture.look(await queriedLeague(fixture), ["LEAGUE_QUERY"], ({ questions }) => {
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
          fixture.expect.that(isRefused(answer) || answer.outcome === "failure", {
            diagnosis: `${what} ${answer.describeAsEnd()}; expected ${codes.join(" or ")}`,
            expected: codes.join(" or "),
            received: answer.describe(),
          });
          assertCode(fixture, answer, what, codes);
        }
        assertCode(fixture, questions.inventedToken, "a query with an invented token", ["E012"]);
        assertCode(fixture, questions.othersToken, "a query with the token of another player", ["E012"]);
      });
    },
  },
  {
    id: "manager/results/valid-after-invalid",
    title: "accepts a valid report of a match of which it has refused another one",
    decides: ["LM-RES-01"],
    steps: [JUDGED_LEAGUE],
    async run(fixture) {
      for (const name of SCORES) {
        await assertReport(fixture, name, ["MATCH_RESULT"], ({ reported }) => {
          const [invalid] = reported.attempts;
          const { acknowledgement, matchId } = reported.assignment;
          if (invalid?.outcome !== "refusal" || reported.acceptedFalseReport !== undefined)
            fixture.notExercised(`the report of ${matchId} with ${name} was not refused`, ["LM-RES-07"]);
          fixture.expect.that(acknowledgement?.hasResult === true, {
            diagnosis: `a report of ${matchId} with ${name} was refused, and then the true one ${acknowledgement?.describeAsEnd() ?? "got no answer"}; expected a result`,
            expected: "MATCH_RESULT_ACK",
            received: acknowledgement?.describe() ?? "nothing",
          });
        });
      }
    },
  },
];

function assertCode(
  fixture: ManagerFixture,
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
    },
  );
}
