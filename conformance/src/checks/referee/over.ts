import type { RefereeFixture } from "../../fixtures/member-fixtures.js";
import { isObject, type JsonObject, valueAt } from "../../json.js";
import { acknowledges, chooses, declines, httpStatus, never, notJson } from "../../peers/actors/behaviour.js";
import type { MatchObservation, Side } from "../../peers/observation.js";
import {
  expectMembers,
  isPlain,
  isPlayedAgain,
  named,
  playerOf,
  RESULT_MEMBERS,
  reportsOf,
} from "../../rules/match-rules.js";
import { rule } from "../../rules/rule.js";
import {
  joinDeadline,
  notBefore,
  overDeadline,
  quickMatch,
  refusedMatch,
} from "../../time/protocol-deadlines.js";
import type { Check } from "../../types.js";
import { NotExercised, onBehalfOf } from "../../verdict.js";
import { ended, progressOf } from "./helpers/match-outcome.js";
import { EVERY_MATCH, IN_SERIES, matchesIn } from "./helpers/played-matches.js";
import { failingMatch } from "./helpers/silence.js";

const STATUS = ["WIN", "DRAW", "TECHNICAL_LOSS"];

const A_SILENT = failingMatch("player A never answers an invitation");

/** How long the players take to acknowledge GAME_OVER. */
const SLOW_MS = joinDeadline / 2;
const SLOW = { over: acknowledges({ afterMs: SLOW_MS }) };

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

export const overChecks: readonly Check<RefereeFixture>[] = [
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
    over: matchesIn(refusedMatch, [
      { what: "A declined its invitation", a: { join: declines() } },
      {
        what: "A answered each choice call with HTTP 500",
        a: { choice: httpStatus(500) },
        b: { choice: chooses("odd") },
      },
    ]),
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
];
