import { methodOf, protocol } from "../../contract.js";
import type { RefereeFixture } from "../../fixtures/member-fixtures.js";
import { isObject, type JsonObject, sameJson, valueAt } from "../../json.js";
import {
  acknowledges,
  httpStatus,
  never,
  notJson,
  records,
  type Step,
  wire,
} from "../../peers/actors/behaviour.js";
import type { Received } from "../../peers/exchange/received.js";
import type { MatchObservation, Side } from "../../peers/observation.js";
import {
  choiceOf,
  expectMembers,
  followsAssignment,
  idsOf,
  isPlain,
  isPlayedAgain,
  named,
  type Outcome,
  outcomesOf,
  playerOf,
  RESULT_MEMBERS,
  reportsOf,
  winnerIn,
} from "../../rules/match-rules.js";
import { rule } from "../../rules/rule.js";
import { isoTime } from "../../time/iso-time.js";
import {
  exhaustedAfter,
  joinDeadline,
  longestPause,
  notBefore,
  overDeadline,
  quickMatch,
  reportDeadline,
} from "../../time/protocol-deadlines.js";
import { times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import { NotExercised, onBehalfOf } from "../../verdict.js";
import { ended, expectPlayed, outcomeOf, progressOf } from "./helpers/match-outcome.js";
import {
  EVERY_MATCH,
  FAILED_THEN_PLAYED,
  IN_SERIES,
  matchesIn,
  NOTHING_FAILED,
} from "./helpers/played-matches.js";
import { failingMatch } from "./helpers/silence.js";

const STATUS = ["WIN", "DRAW", "TECHNICAL_LOSS"];

const A_SILENT = failingMatch("player A never answers an invitation");

/** How long the players take to acknowledge GAME_OVER. */
const SLOW_MS = joinDeadline / 2;
const SLOW = { over: acknowledges({ afterMs: SLOW_MS }) };

const FAILED_REPORTS: readonly (readonly [failed: string, step: Step])[] = [
  ["which was answered with HTTP 503", httpStatus(503)],
  ["whose connection the league manager broke off", wire({ kind: "reset" })],
];

const UNREADABLE = "A answered GAME_OVER with HTML and B with HTTP 500";

/** Whether a referee that tells one player after the other may still wait for the first one. */
function waitsForOther(match: MatchObservation, side: Side): boolean {
  const other = side === "A" ? "B" : "A";
  return match.to(other, "GAME_OVER").length > 0 && playerOf(match, other).acknowledged_ms === undefined;
}

/** One GAME_OVER, by its place, and the first report. @throws NotExercised when one of them is missing */
function overAndReport({ gameOvers, reports: [report] }: MatchObservation, place: number) {
  const over = gameOvers.at(place);
  if (over !== undefined && report !== undefined) return { over, report };
  throw new NotExercised("GAME_OVER or the report is missing", ["REF-OVER-01", "REF-REP-01"]);
}

const { win, draw, loss } = protocol.points;

const mostReports = 1 + (methodOf("MATCH_RESULT_REPORT")?.retries ?? 0);

/** Long enough to detect an additional report. */
const settleMs = exhaustedAfter("MATCH_RESULT_REPORT") + reportDeadline;

/** A referee may let the 10 s of a failed report pass before it pauses and repeats it. */
const againWithin = 2 * reportDeadline + longestPause;

/** RA writes times in whole seconds, and a message is sent shortly after its timestamp is taken. */
const STAMPED_MS = 2_000;

export const resultChecks: readonly Check<RefereeFixture>[] = [
  /** A player that answers receives the result before the standings change. */
  rule({
    id: "referee/over/before-the-report",
    title: "reports when the players that have answered in the match have acknowledged GAME_OVER",
    decides: ["REF-OVER-05"],
    slow: true,
    over: matchesIn(2 * quickMatch(), [
      { what: `GAME_OVER was acknowledged after ${SLOW_MS} ms`, a: SLOW, b: SLOW },
    ]),
    judge({ match }, { expect }) {
      ended(match);
      const { over, report } = overAndReport(match, 0);
      const what = `the time from GAME_OVER, acknowledged after ${SLOW_MS} ms, to the report`;
      expect.time(report.at_ms - over.at_ms, what).isAtLeast(notBefore(SLOW_MS));
    },
  }),
  rule({
    id: "referee/over/carries-the-result",
    title: "puts status, winner, number, parity, choices and reason into GAME_OVER",
    decides: ["REF-OVER-02"],
    ...IN_SERIES,
    judge({ match: { gameOvers } }, fixture) {
      for (const over of gameOvers) {
        const { game_result } = over.message;
        const to = `game_result of GAME_OVER to ${over.playerId}`;
        fixture.expect(game_result, to, over).isObject();
        const result = isObject(game_result) ? game_result : {};
        const missing = RESULT_MEMBERS.filter((member) => !Object.hasOwn(result, member));
        fixture.expect(missing, `what is missing in ${to}`, over).is([]);
        fixture.expect(result.status, `status in ${to}`, over).isOneOf(STATUS);
        fixture.expect(result.reason, `reason in ${to}`, over).isText();
      }
    },
  }),
  /** The result does not depend on the acknowledgement: none, or an unreadable one, must have no effect. */
  rule({
    id: "referee/over/reports-without-acknowledgement",
    title:
      "reports within 10 s of GAME_OVER, although a player does not acknowledge it, or answers it with HTML or HTTP 500",
    decides: ["REF-OVER-04", "TRN-OUT-03"],
    over: matchesIn(quickMatch() + 2 * overDeadline, [
      { what: "neither player acknowledged GAME_OVER", a: { over: never() }, b: { over: never() } },
      { what: "A did not acknowledge GAME_OVER", a: { over: never() } },
      { what: UNREADABLE, a: { over: notJson() }, b: { over: httpStatus(500) } },
    ]),
    judge({ match, what }, { expect }) {
      ended(match);
      const [over, report] = [match.gameOvers[0], match.reports[0]];
      onBehalfOf([what === UNREADABLE ? "TRN-OUT-03" : "REF-OVER-04"], () =>
        expect.that(report !== undefined, {
          diagnosis: `${what}, and no report came: ${progressOf(match)}`,
          expected: "a report within 10 s of GAME_OVER",
          received: "nothing",
        }),
      );
      if (over === undefined || report === undefined) return;
      const duration = `the time from the first GAME_OVER to the report, when ${what},`;
      onBehalfOf(["REF-OVER-04"], () =>
        expect.time(report.at_ms - over.at_ms, duration).isAtMost(overDeadline * 1.1),
      );
    },
  }),
  rule({
    id: "referee/over/null-where-nothing-was",
    title: "gives null for a number that was not drawn, its parity, and a choice that was not made",
    decides: ["REF-OVER-03"],
    over: FAILED_THEN_PLAYED,
    where: ({ what }) => what !== NOTHING_FAILED,
    judge({ match, what }, { expect, notExercised }) {
      ended(match);
      const { result } = match;
      if (!isObject(result)) return notExercised("no GAME_OVER came", ["REF-OVER-01"]);
      for (const member of ["drawn_number", "number_parity", `choices/${match.playerA.id}`]) {
        expect(result, `game_result, when ${what},`, ...match.gameOvers.slice(0, 1))
          .at(`/${member}`)
          .is(null);
      }
    },
  }),
  /** Another rule judges matches that are played again. */
  rule({
    id: "referee/over/tells-both-once",
    title:
      "sends both players GAME_OVER with one and the same result, and to none that has acknowledged it again",
    decides: ["REF-OVER-01"],
    over: EVERY_MATCH,
    judge(part, about) {
      const { match, seen } = part;
      for (const side of ["A", "B"] as const) {
        const { id, acknowledged_ms = Number.POSITIVE_INFINITY } = playerOf(match, side);
        const all = match.to(side, "GAME_OVER");
        const what = `how often ${id} was sent GAME_OVER of ${named(part)}`;
        if (isPlain(part) && match.reports.length > 0 && !waitsForOther(match, side))
          about.expect(all.length, what, ...match.gameOvers).isInteger({ min: 1 });
        // A referee whose report names another match may not have recorded the end of this one.
        if (isPlayedAgain(match) || reportsOf(match).length === 0) continue;
        const again = all.filter(
          ({ at_ms, message }) =>
            message.match_id === match.matchId && at_ms > acknowledged_ms && at_ms < seen.restarted_ms(),
        );
        about.expect(again.length, `${what} after it had acknowledged it`, ...again).is(0);
      }
      if (about.leagueForm === "other" && !isPlain(part)) return;
      const sent = match.gameOvers.filter(({ message }) => message.match_id === match.matchId);
      const firsts = sent.filter(({ side }, index) => sent.findIndex((one) => one.side === side) === index);
      const [first, ...others] = isPlayedAgain(match) ? firsts : sent;
      const due = Object.fromEntries(
        RESULT_MEMBERS.map((name) => [`/${name}`, valueAt(first?.message.game_result, `/${name}`)]),
      ) as JsonObject;
      for (const one of others)
        expectMembers(
          about,
          one.message.game_result,
          due,
          `GAME_OVER to ${one.playerId} in ${named(part)}`,
          ...(first === undefined ? [one] : [first, one]),
        );
    },
  }),
  /** A player that does not answer must not delay the other one. */
  rule({
    id: "referee/over/waits-for-no-silent-player",
    title: "reports without waiting for a player that has not answered in the match",
    decides: ["REF-OVER-05"],
    over: A_SILENT,
    judge(match, { expect }) {
      const { over, report } = overAndReport(match, -1);
      // Both may be sent at the same moment and arrive at different times.
      const early = over.at_ms - report.at_ms;
      const between = "the time from the report of a match without a number to its GAME_OVER";
      expect.time(early, between, over, report).isAtMost(joinDeadline / 10);
      const what =
        "the time from GAME_OVER, which a player that had answered nothing did not acknowledge, to the report";
      expect.time(Math.max(0, -early), what, over, report).isAtMost(joinDeadline / 2);
    },
  }),
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
    steps: [quickMatch(), settleMs, times(FAILED_REPORTS.length, quickMatch(), againWithin)],
    async run(fixture) {
      const { league, expect, notExercised } = fixture;
      const match = await league.runMatch({ reports: [never()], settleMs });
      ended(match);
      if (match.report === undefined)
        notExercised("no report came, which another check judges", ["REF-REP-01"]);
      const sent = match.reports.map(({ at_ms }) => at_ms);
      const seen = sent.map((at) => Math.round(at - (sent[0] ?? at))).join(", ");
      const what = `how often a report that was never acknowledged was sent (after ${seen} ms)`;
      expect(sent.length, what).isInteger({ min: 2, max: mostReports });
      for (const [index, at] of sent.slice(1).entries()) {
        const pause = `the time from report ${index + 1}, which was not acknowledged, to the next one`;
        expect.time(at - (sent[index] ?? at), pause).isAtLeast(notBefore(reportDeadline));
      }
      // After one failure of the manager, the report of the next match must be repeated like the first one.
      for (const [failed, step] of FAILED_REPORTS) {
        const next = await playedWithReport(league, step);
        const isPlayed = outcomeOf(next) !== undefined && next.calls.length > 0;
        const after = "after a report that was never acknowledged the next match";
        expectPlayed(fixture, next, after, isPlayed);
        const again = next.reports.length;
        const ofNext = `how often the next report after it was sent, ${failed},`;
        expect(again, ofNext).isInteger({ min: 2 });
      }
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

/** A match whose first report the league manager meets with this failure. */
async function playedWithReport(league: RefereeFixture["league"], failed: Step): Promise<MatchObservation> {
  const match = await league.prepareMatch({ reports: [failed, records()] });
  const { reports } = await match.play();
  if (reports.length > 0) await match.until((seen) => seen.reports[1], againWithin);
  return match.observe();
}
