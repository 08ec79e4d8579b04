import { methodOf, protocol } from "../../contract.js";
import type { RefereeFixture } from "../../fixtures/member-fixtures.js";
import { isObject, type JsonObject, sameJson, valueAt } from "../../json.js";
import { httpStatus, never, records } from "../../peers/actors/behaviour.js";
import type { Received } from "../../peers/exchange/received.js";
import type { MatchObservation } from "../../peers/observation.js";
import {
  choiceOf,
  expectMembers,
  followsAssignment,
  idsOf,
  isPlain,
  named,
  type Outcome,
  outcomesOf,
  reportsOf,
  winnerIn,
} from "../../rules/match-rules.js";
import { rule } from "../../rules/rule.js";
import { isoTime } from "../../time/iso-time.js";
import {
  exhaustedAfter,
  longestPause,
  notBefore,
  quickMatch,
  reportDeadline,
} from "../../time/protocol-deadlines.js";
import type { Check } from "../../types.js";
import { onBehalfOf } from "../../verdict.js";
import { ended, expectPlayed, outcomeOf } from "./helpers/match-outcome.js";
import { EVERY_MATCH, IN_SERIES } from "./helpers/played-matches.js";

const { win, draw, loss } = protocol.points;

const most = 1 + (methodOf("MATCH_RESULT_REPORT")?.retries ?? 0);

/** Long enough to detect an additional report. */
const settleMs = exhaustedAfter("MATCH_RESULT_REPORT") + reportDeadline;

/** A referee may let the 10 s of a failed report pass before it pauses and repeats it. */
const againWithin = 2 * reportDeadline + longestPause;

/** RA writes times in whole seconds, and a message is sent shortly after its timestamp is taken. */
const STAMPED_MS = 2_000;

export const reportChecks: readonly Check<RefereeFixture>[] = [
  /** A repetition may be the same bytes again, so only the first report is judged. */
  rule({
    id: "referee/report/at-its-time",
    title: "stamps the report with the time of its sending, also after a long match",
    decides: ["TRN-ENV-04"],
    over: EVERY_MATCH,
    judge(part, { expect }) {
      const [report] = reportsOf(part.match);
      const stamped = isoTime(report?.message.timestamp);
      if (report === undefined || stamped === undefined) return;
      const before = part.match.toPlayers().filter(({ at_ms }) => at_ms < report.at_ms);
      const latest = Math.max(...before.map(({ message }) => isoTime(message.timestamp) ?? 0));
      const what = `the time from the timestamp of the report of ${named(part)} to that of a message that the referee sent to a player earlier`;
      expect.time(latest - stamped, what, report).isAtMost(STAMPED_MS);
    },
  }),
  rule({
    id: "referee/report/reports-once",
    title: "reports each match to the league manager, and not again once the report is acknowledged",
    decides: ["REF-REP-01"],
    ...IN_SERIES,
    judge({ match }, fixture) {
      const times = match.reports.length;
      const what = `how often ${match.matchId} was reported, each report being acknowledged at once,`;
      fixture.expect(times, what, ...match.reports).is(1);
    },
  }),
  rule({
    id: "referee/report/says-how",
    title: "reports the status and the parity of GAME_OVER, and a reason, also of a match that failed",
    decides: ["REF-REP-05"],
    over: EVERY_MATCH,
    where: followsAssignment,
    judge(part, { expect, leagueForm }) {
      const ended = part.match.gameOvers[0]?.message.game_result;
      if (!isObject(ended)) return;
      for (const report of judgedReports(part.match)) {
        const { result } = report.message;
        const text = expect(result, `the result in the report of ${named(part)}`, report);
        if (isPlain(part)) text.at("/status").isOneOf(["WIN", "DRAW", "TECHNICAL_LOSS"]);
        if (leagueForm === "canonical" || ended.status !== undefined)
          expect(valueAt(result, "/status") ?? null, `status in the report of ${named(part)}`, report).is(
            ended.status ?? null,
            "GAME_OVER named this one.",
          );
        const parity = valueAt(result, "/details/number_parity") ?? null;
        const what = `number_parity in the report of ${named(part)}`;
        if (leagueForm === "canonical") expect(parity, what, report).is(ended.number_parity ?? null);
        else expect(parity, what, report).isOneOf(["even", "odd"]);
        text.at("/details/reason").isText();
      }
    },
  }),
  /** Where there was no winner, number or choice in a match that failed, any words are accepted. */
  rule({
    id: "referee/report/says-what-game-over-said",
    title:
      "reports under the ids of the assignment, with the winner, number and choices of GAME_OVER, and the points that follow",
    decides: ["REF-REP-02", "REF-REP-03"],
    over: EVERY_MATCH,
    judge(part, about) {
      const { match } = part;
      const { expect, dialect, leagueForm } = about;
      const ids = [match.playerA.id, match.playerB.id];
      const winnerOf = (outcome: Outcome) =>
        isPlain(part) ? winnerIn(about, outcome) : ids.find((id) => id === outcome.winner);
      const [ended] = outcomesOf(match);
      const isUsual = followsAssignment(part, about) && (leagueForm !== "flat" || isPlain(part));
      for (const report of judgedReports(match)) {
        const where = `the report of ${named(part)}`;
        const { result } = report.message;
        const [reported] = outcomesOf({ ...match, gameOvers: [], reports: [report] });
        onBehalfOf(["REF-REP-02"], () => {
          if (isPlain(part)) expect(result, `result of ${where}`, report).isObject();
          if (isUsual) expectMembers(about, report.message, idsOf(match), where, report);
          if (reported === undefined || ended === undefined || ended.isReport) return;
          const what = (member: string) => `${member} in ${where}`;
          const due = "GAME_OVER named this one.";
          expect(winnerOf(reported) ?? null, what("the winner"), report).is(winnerOf(ended) ?? null, due);
          if ((reported.number ?? null) !== null || (isPlain(part) && dialect !== "flat"))
            expect(reported.number ?? null, what("drawn_number"), report).is(ended.number ?? null, due);
          for (const player of isUsual && dialect !== "flat" ? [match.playerA, match.playerB] : [])
            expect(choiceOf(reported, player) ?? null, what(`the choice of ${player.id}`), report).is(
              choiceOf(ended, player) ?? null,
              due,
            );
        });
        if (ended === undefined || !isUsual || dialect === "flat") continue;
        onBehalfOf(["REF-REP-03"], () => expectMembers(about, result, pointsOf(ended, ids), where, report));
      }
    },
  }),
  {
    id: "referee/report/tries-again-when-silent",
    title: "repeats a report that is not acknowledged within 10 s, up to three times",
    decides: ["REF-REP-04"],
    concurrent: true,
    steps: [quickMatch(), settleMs, quickMatch(), againWithin],
    async run(fixture) {
      const { league, expect, notExercised } = fixture;
      const match = await league.runMatch({ reports: [never()], settleMs });
      ended(match);
      if (match.report === undefined)
        notExercised("no report came, which another check judges", ["REF-REP-01"]);
      const times = match.reports.map(({ at_ms }) => at_ms);
      const seen = times.map((at) => Math.round(at - (times[0] ?? at))).join(", ");
      const what = `how often a report that was never acknowledged was sent (after ${seen} ms)`;
      expect(times.length, what).isInteger({ min: 2, max: most });
      for (const [index, at] of times.slice(1).entries()) {
        const pause = `the time from report ${index + 1}, which was not acknowledged, to the next one`;
        expect.time(at - (times[index] ?? at), pause).isAtLeast(notBefore(reportDeadline));
      }
      // After one failure of the manager, the report of the next match must be repeated like the first one.
      const next = await playedWithReport(league);
      const isPlayed = outcomeOf(next) !== undefined && next.calls.length > 0;
      const after = "after a report that was never acknowledged the next match";
      expectPlayed(fixture, next, after, isPlayed);
      const again = next.reports.length;
      const ofNext = "how often the next report after it was sent, which was answered with HTTP 503,";
      expect(again, ofNext).isInteger({ min: 2 });
    },
  },
];

/** The reports of the match; only the first one where the match was played again. */
function judgedReports(match: MatchObservation): readonly Received[] {
  const results = match.gameOvers.map(({ message }) => message.game_result);
  return match.reports.slice(0, results.every((one) => sameJson(one, results[0])) ? undefined : 1);
}

/** Nothing where there is no winner and no draw: a technical loss of both. */
function pointsOf({ winner, status }: Outcome, players: readonly string[]): JsonObject {
  if (!players.includes(String(winner)) && status !== "DRAW") return {};
  const points = (id: string) => (status === "DRAW" ? draw : winner === id ? win : loss);
  return Object.fromEntries(players.map((id) => [`/score/${id}`, points(id)]));
}

/** A match whose first report the league manager answers with an HTTP error. */
async function playedWithReport(league: RefereeFixture["league"]): Promise<MatchObservation> {
  const match = await league.prepareMatch({ reports: [httpStatus(503), records()] });
  const { reports } = await match.play();
  if (reports.length > 0) await match.until((seen) => seen.reports[1], againWithin);
  return match.observe();
}
