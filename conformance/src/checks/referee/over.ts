import type { RefereeFixture } from "../../fixtures/referee-fixture.js";
import { isObject } from "../../json/pointer.js";
import { acknowledges, chooses, declines, httpStatus, never, notJson } from "../../peers/actors/behaviour.js";
import { rule } from "../../rule.js";
import { oneResult, parityOfNumber, RESULT_MEMBERS } from "../../rules/match-member-rules.js";
import { endedByNumber, endedOnce } from "../../rules/match-rules.js";
import { joinDeadline, notBefore, overDeadline, refusedMatch } from "../../time/match-times.js";
import { quickMatch } from "../../time/protocol-deadlines.js";
import { times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import { ended, progressOf } from "./helpers/match-outcome.js";
import { EVERY_MATCH, IN_SERIES, keeps, matchesIn, oneMatch } from "./helpers/played-matches.js";
import { failingMatch } from "./helpers/silence.js";

const STATUS = ["WIN", "DRAW", "TECHNICAL_LOSS"];

const A_SILENT = failingMatch("player A never answers an invitation");

/** How long the players take to acknowledge GAME_OVER. */
const SLOW_MS = joinDeadline / 2;
const SLOW = { over: acknowledges({ afterMs: SLOW_MS }) };

export const overChecks: readonly Check<RefereeFixture>[] = [
  /** A player that answers receives the result before the standings change. */
  rule({
    id: "referee/over/before-the-report",
    title: "reports when the players that have answered in the match have acknowledged GAME_OVER",
    decides: ["REF-OVER-05"],
    slow: true,
    over: oneMatch({ a: SLOW, b: SLOW }, { steps: [times(2, quickMatch())] }),
    judge({ match }, { expect, notExercised }) {
      ended(match);
      const [over, report] = [match.gameOvers[0], match.reports[0]];
      if (over === undefined || report === undefined)
        return notExercised("GAME_OVER or the report is missing", ["REF-OVER-01", "REF-REP-01"]);
      expect.that(report.at_ms >= over.at_ms, {
        diagnosis: `the report came ${over.at_ms - report.at_ms} ms before GAME_OVER`,
        expected: "GAME_OVER first",
        received: "the report first",
      });
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
  {
    id: "referee/over/reports-without-acknowledgement",
    title: "reports within 10 s of GAME_OVER, although neither player acknowledges it",
    decides: ["REF-OVER-04"],
    concurrent: true,
    steps: [quickMatch(), times(2, overDeadline)],
    async run({ league, expect }) {
      const timeoutMs = quickMatch() + 2 * overDeadline;
      const [match] = await Promise.all([
        league.runMatch({ a: { over: never() }, b: { over: never() }, timeoutMs }),
        // For the check of all matches: messages to a player after its acknowledgement.
        league.runMatch({ a: { over: never() }, timeoutMs }),
      ]);
      ended(match);
      const [over, report] = [match.gameOvers[0], match.reports[0]];
      expect.that(report !== undefined, {
        diagnosis: `neither player acknowledged GAME_OVER, and no report came: ${progressOf(match)}`,
        expected: "a report within 10 s of GAME_OVER",
        received: "nothing",
      });
      if (over === undefined || report === undefined) return;
      expect
        .time(
          report.at_ms - over.at_ms,
          "the time from the first GAME_OVER, which neither player acknowledged, to the report",
        )
        .isAtMost(overDeadline * 1.1);
    },
  },
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
  rule({
    id: "referee/over/one-result-throughout",
    title: "sends one and the same result to both players, also again and of a match that failed",
    decides: ["REF-OVER-01"],
    over: EVERY_MATCH,
    judge: keeps(oneResult),
  }),
  rule({
    id: "referee/over/parity-throughout",
    title: "names the parity of the number wherever it names the number",
    decides: ["REF-DRAW-01"],
    over: EVERY_MATCH,
    judge: keeps(parityOfNumber),
  }),
  rule({
    id: "referee/over/status-throughout",
    title: "publishes WIN or DRAW for each match that the number has decided, also after a match that failed",
    decides: ["REF-OVER-02", "REF-DRAW-04", "REF-DRAW-05"],
    over: EVERY_MATCH,
    judge: keeps(endedByNumber),
  }),
  rule({
    id: "referee/over/sent-once-throughout",
    title: "sends GAME_OVER to no player that has acknowledged it, also when the other one has not",
    decides: ["REF-OVER-01"],
    over: EVERY_MATCH,
    judge: keeps(endedOnce),
  }),
  rule({
    id: "referee/over/tells-both-once",
    title: "sends both players GAME_OVER with the same result, and not again once they have acknowledged it",
    decides: ["REF-OVER-01"],
    ...IN_SERIES,
    judge({ match }, fixture) {
      const [a, b] = [match.to("A", "GAME_OVER"), match.to("B", "GAME_OVER")];
      for (const [side, overs] of Object.entries({ A: a, B: b })) {
        const what = `how often ${side} received GAME_OVER in ${match.matchId}, and acknowledged it`;
        fixture.expect(overs.length, what, ...overs).is(1);
      }
      // Additional members for each player, such as its points, are permitted.
      const [toA, toB] = [a, b].map(([gameOver]) => resultIn(gameOver?.message.game_result));
      fixture.expect(toB, "the game_result that B received", ...a, ...b).is(toA, "A received another one.");
    },
  }),
  /** The result does not depend on the acknowledgement, so an unreadable answer must have no effect. */
  rule({
    id: "referee/over/unreadable-acknowledgement",
    title: "reports a match whose players answer GAME_OVER with HTML and with HTTP 500",
    decides: ["TRN-OUT-03"],
    over: oneMatch(
      { a: { over: notJson() }, b: { over: httpStatus(500) }, timeoutMs: quickMatch() + overDeadline },
      { steps: [quickMatch(), overDeadline] },
    ),
    judge({ match }, { expect }) {
      ended(match);
      expect.that(match.reports.length > 0, {
        diagnosis: `A answered GAME_OVER with HTML and B with HTTP 500, and no report came: ${progressOf(match)}`,
        expected: "a failed call, and the report",
        received: "no report",
      });
    },
  }),
  /** A player that does not answer must not delay the other one. */
  rule({
    id: "referee/over/waits-for-no-silent-player",
    title: "reports without waiting for a player that has not answered in the match",
    decides: ["REF-OVER-05"],
    over: A_SILENT,
    judge({ gameOvers, reports }, fixture) {
      const [gameOver, reported] = [gameOvers.at(-1), reports[0]];
      if (gameOver === undefined || reported === undefined)
        return fixture.notExercised("GAME_OVER or the report is missing", ["REF-OVER-01", "REF-REP-01"]);
      // Both may be sent at the same moment and arrive at different times.
      const early = gameOver.at_ms - reported.at_ms;
      fixture.expect
        .time(
          early,
          "the time from the report of a match without a number to its GAME_OVER",
          gameOver,
          reported,
        )
        .isAtMost(joinDeadline / 10);
      const what =
        "the time from GAME_OVER, which a player that had answered nothing did not acknowledge, to the report";
      const after = Math.max(0, reported.at_ms - gameOver.at_ms);
      fixture.expect.time(after, what, gameOver, reported).isAtMost(joinDeadline / 2);
    },
  }),
];

/** The members of the contract. */
function resultIn(game_result: unknown): unknown {
  if (!isObject(game_result)) return game_result;
  return Object.fromEntries(Object.entries(game_result).filter(([name]) => RESULT_MEMBERS.includes(name)));
}
