import { methodOf, protocol } from "../../contract.js";
import type { RefereeFixture } from "../../fixtures/referee-fixture.js";
import { isObject, valueAt } from "../../json/pointer.js";
import { httpStatus, never, records } from "../../peers/actors/behaviour.js";
import type { MatchObservation } from "../../peers/match-observation.js";
import { rule } from "../../rule.js";
import { reportsHowItEnded, reportsItsMatch } from "../../rules/match-member-rules.js";
import { reportedAsEnded, reportedNow } from "../../rules/match-rules.js";
import { longestPause, notBefore, reportDeadline } from "../../time/match-times.js";
import { exhaustedAfter, quickMatch } from "../../time/protocol-deadlines.js";
import type { Check } from "../../types.js";
import { onBehalfOf } from "../../verdict.js";
import {
  choiceOf,
  ended,
  gameOverOutcome,
  outcomeOf,
  progressOf,
  reportedOutcome,
  winnerIn,
} from "./helpers/match-outcome.js";
import { type Ended, EVERY_MATCH, IN_SERIES, keeps, SERIES } from "./helpers/played-matches.js";

const { win, draw, loss } = protocol.points;

const most = 1 + (methodOf("MATCH_RESULT_REPORT")?.retries ?? 0);

/** Long enough to detect an additional report. */
const settleMs = exhaustedAfter("MATCH_RESULT_REPORT") + reportDeadline;

/** A referee may let the 10 s of a failed report pass before it pauses and repeats it. */
const againWithin = 2 * reportDeadline + longestPause;

/** Another check judges whether it is. */
const isReported = ({ match }: Ended) => match.report !== undefined;

export const reportChecks: readonly Check<RefereeFixture>[] = [
  rule({
    id: "referee/report/at-its-time",
    title: "stamps the report with the time of its sending, also after a long match",
    decides: ["TRN-ENV-04"],
    over: EVERY_MATCH,
    judge: keeps(reportedNow),
  }),
  rule({
    id: "referee/report/as-in-game-over-throughout",
    title: "reports the winner and the number of GAME_OVER, whichever player failed, and at which step",
    decides: ["REF-REP-02"],
    over: EVERY_MATCH,
    judge: keeps(reportedAsEnded),
  }),
  rule({
    id: "referee/report/names-the-match-throughout",
    title:
      "reports the ids of the assignment, the choices of GAME_OVER and the points that follow from it, each time",
    decides: ["REF-REP-02", "REF-REP-03"],
    over: EVERY_MATCH,
    judge: keeps(reportsItsMatch),
  }),
  rule({
    id: "referee/report/says-how-throughout",
    title: "reports the status and the parity of GAME_OVER, and a reason, also of a match that failed",
    decides: ["REF-REP-05"],
    over: EVERY_MATCH,
    judge: keeps(reportsHowItEnded),
  }),
  rule({
    id: "referee/report/reports-once",
    title: "reports each match to the league manager, and not again once the report is acknowledged",
    decides: ["REF-REP-01"],
    ...IN_SERIES,
    judge({ match }, fixture) {
      const times = match.reports.length;
      fixture.expect.that(times === 1, {
        diagnosis: `${match.matchId} was reported ${times} times (each report is acknowledged at once): ${progressOf(match)}`,
        expected: "one MATCH_RESULT_REPORT",
        received: String(times),
        shownBy: match.reports,
      });
    },
  }),
  rule({
    id: "referee/report/says-how",
    title: "puts the status, and in its details the parity and the reason, into the report",
    decides: ["REF-REP-05"],
    over: SERIES,
    where: isReported,
    judge({ match, outcome: { number } }, fixture) {
      const report = fixture.expect(
        match.report,
        `the report of ${match.matchId}`,
        ...match.reports.slice(0, 1),
      );
      report.at("/result/status").isOneOf(["WIN", "DRAW", "TECHNICAL_LOSS"]);
      const published = gameOverOutcome(match);
      if (published?.status !== undefined)
        report.at("/result/status").is(published.status, `GAME_OVER of ${match.matchId} named this one.`);
      if (number !== null && number !== undefined)
        report.at("/result/details/number_parity").isOneOf(["even", "odd"]);
      report.at("/result/details/reason").isText();
    },
  }),
  rule({
    id: "referee/report/says-what-game-over-said",
    title: "reports under the ids of the assignment, with the winner, number and choices of GAME_OVER",
    decides: ["REF-REP-02"],
    over: SERIES,
    where: isReported,
    judge({ match }, fixture) {
      const { report, matchId, leagueId, roundId, playerA, playerB } = match;
      if (report === undefined) return;
      const shownBy = match.reports.slice(0, 1);
      const text = fixture.expect(report, `the report of ${matchId}`, ...shownBy);
      text.at("/league_id").is(leagueId);
      text.at("/round_id").is(roundId);
      text.at("/match_id").is(matchId);
      const [published, reported] = [gameOverOutcome(match), reportedOutcome(match)];
      fixture.expect(report.result, `result of the report of ${matchId}`, ...shownBy).isObject();
      if (published === undefined || reported === undefined) return;
      fixture
        .expect(winnerIn(fixture, reported), `the winner in the report of ${matchId}`, ...shownBy)
        .is(winnerIn(fixture, published), "GAME_OVER named this one.");
      if (fixture.dialect === "flat") return;
      if (published.number !== undefined)
        fixture
          .expect(reported.number ?? null, `drawn_number in the report of ${matchId}`, ...shownBy)
          .is(published.number, "GAME_OVER named this one.");
      for (const player of [playerA, playerB]) {
        const choice = choiceOf(reported, player) ?? null;
        fixture
          .expect(choice, `the choice of ${player.id} in the report of ${matchId}`, ...shownBy)
          .is(choiceOf(published, player) ?? null, "GAME_OVER named this one.");
      }
    },
  }),
  rule({
    id: "referee/report/scores",
    title: "reports 3 points for a winner and 0 for its opponent, and 1 for each in a draw",
    decides: ["REF-REP-03"],
    over: SERIES,
    where: isReported,
    judge({ match: { report, reports, playerA, playerB, matchId }, outcome: { winner, status } }, fixture) {
      // Another check judges whether a technical loss of both is 0-0.
      if (report === undefined || (winner === null && status !== "DRAW")) return;
      const points = (id: string) => (winner === null ? draw : winner === id ? win : loss);
      const facts = winner === null ? "a draw" : `won by ${String(winner)}`;
      const score = isObject(report.result) ? report.result.score : undefined;
      const expected = { [playerA.id]: points(playerA.id), [playerB.id]: points(playerB.id) };
      fixture
        .expect(score, `the score in the report of ${matchId} (${facts})`, ...reports.slice(0, 1))
        .is(expected);
    },
  }),
  {
    id: "referee/report/tries-again-after-error",
    title: "sends a report again that could not be delivered, until it is acknowledged",
    decides: ["REF-REP-04", "REF-REP-02"],
    steps: [quickMatch(), againWithin],
    async run({ league, expect, notExercised }) {
      const match = await league.prepareMatch({ reports: [httpStatus(503), records()] });
      const assigned = match.assign(quickMatch());
      ended(await match.ended(quickMatch(), 0));
      await match.until(({ reports }) => reports[1], againWithin);
      const { reports } = match.observe();
      if (reports.length === 0)
        return notExercised("no report came, which another check judges", ["REF-REP-01"]);
      await assigned;
      expect.that(reports.length > 1, {
        diagnosis: `the league manager answered the report with HTTP 503, and no other one came within ${againWithin} ms`,
        expected: "the report again",
        received: "nothing",
      });
      assertSameResult(expect, { reports }, 1);
    },
  },
  {
    id: "referee/report/tries-again-when-silent",
    title: "repeats a report that is not acknowledged within 10 s, up to three times",
    decides: ["REF-REP-04", "REF-REP-02"],
    concurrent: true,
    steps: [quickMatch(), settleMs, quickMatch(), againWithin],
    async run({ league, expect, notExercised }) {
      const match = await league.runMatch({ reports: [never()], settleMs });
      ended(match);
      if (match.report === undefined)
        notExercised("no report came, which another check judges", ["REF-REP-01"]);
      const times = match.reports.map(({ at_ms }) => at_ms);
      const seen = times.map((at) => Math.round(at - (times[0] ?? at))).join(", ");
      expect.that(times.length >= 2 && times.length <= most, {
        diagnosis: `a report that the league manager never acknowledged was sent ${times.length} times (after ${seen} ms); expected 2 to ${most}`,
        expected: `2 to ${most} reports`,
        received: String(times.length),
      });
      for (const [index, at] of times.slice(1).entries()) {
        expect
          .time(
            at - (times[index] ?? at),
            `the time from report ${index + 1}, which was not acknowledged, to the next one`,
          )
          .isAtLeast(notBefore(reportDeadline));
        assertSameResult(expect, match, index + 1);
      }
      // After one failure of the manager, the report of the next match must be repeated like the first one.
      const next = await playedWithReport(league);
      expect.that(outcomeOf(next) !== undefined && next.calls.length > 0, {
        diagnosis: `after a report that was never acknowledged the next match was not played: ${progressOf(next)}`,
        expected: "GAME_OVER and a report",
        received: "neither",
      });
      const again = next.reports.length;
      expect.that(again > 1, {
        diagnosis: `after a report that was never acknowledged the next one was answered with HTTP 503, and ${again} came in all`,
        expected: "the report again",
        received: String(again),
      });
    },
  },
];

/** Asserts that a repeated report has the required members of the first one, with the same values. */
function assertSameResult(
  expect: RefereeFixture["expect"],
  { reports }: Pick<MatchObservation, "reports">,
  index: number,
): void {
  const [first, again] = [reports[0], reports[index]].map((report) => report?.message.result);
  for (const member of ["winner", "score", "details/drawn_number", "details/choices"])
    onBehalfOf(["REF-REP-02"], () =>
      expect(valueAt(again, `/${member}`), `${member} of the result in report ${index + 1}`).is(
        valueAt(first, `/${member}`),
        "The first one had this.",
      ),
    );
}

/** A match whose first report the league manager answers with an HTTP error. */
async function playedWithReport(league: RefereeFixture["league"]): Promise<MatchObservation> {
  const match = await league.prepareMatch({ reports: [httpStatus(503), records()] });
  const assigned = match.assign(quickMatch());
  await match.ended(quickMatch(), 0);
  if (match.observe().reports.length > 0) await match.until(({ reports }) => reports[1], againWithin);
  await assigned;
  return match.observe();
}
