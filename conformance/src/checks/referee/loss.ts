import type { RefereeFixture } from "../../fixtures/member-fixtures.js";
import {
  altered,
  chooses,
  choosesRaw,
  declines,
  httpStatus,
  joins,
  never,
  notJson,
  rpcError,
  type Step,
  wire,
} from "../../peers/actors/behaviour.js";
import { rule, type Scenario } from "../../rule.js";
import { playerOf } from "../../rules/match-rules.js";
import {
  choiceDeadline,
  joinDeadline,
  justInside,
  overDeadline,
  refusedMatch,
  unchosenMatch,
  unjoinedMatch,
} from "../../time/protocol-deadlines.js";
import type { Check } from "../../types.js";
import {
  assertCompleted,
  assertEnded,
  assertEnding,
  assertLost,
  DRAWN,
  ended,
  LOST_BY_BOTH,
  lostBy,
  matchDuration,
  missedBy,
  outcomeOf,
  progressOf,
} from "./helpers/match-outcome.js";
import { matchesIn, oneMatch, type Played } from "./helpers/played-matches.js";
import { failingMatch } from "./helpers/silence.js";

const TIMEOUT = ["E001", "TIMEOUT_ERROR"];

const INVALID = ["E004", "INVALID_PARITY_CHOICE", "INVALID_CHOICE"];

const ANSWERS: readonly { how: string; step: Step }[] = [
  { how: "HTTP 500", step: httpStatus(500) },
  { how: "a JSON-RPC error", step: rpcError(-32_000, "not today") },
  { how: "HTML", step: notJson() },
  { how: "a list in place of its message", step: () => ({ result: [] }) },
];

const NEITHER_JOINS = failingMatch("neither player answers an invitation");

const NEITHER_CHOOSES = failingMatch("neither player answers a choice call");

const gone = { refuses: true } as const;

const FAILED = matchesIn(refusedMatch, [
  { what: "A declined its invitation", a: { join: declines() } },
  { what: "A answered each invitation with HTTP 500", a: { join: httpStatus(500) } },
  { what: "A answered each choice call with HTTP 500", a: { choice: httpStatus(500) } },
]);

const NOTHING_FAILED = "nothing failed";

/** These, and a match in which nothing fails. */
const FAILED_THEN_PLAYED: Scenario<RefereeFixture, Played<{ what: string }>> = {
  ...FAILED,
  steps: [...FAILED.steps, refusedMatch],
  play: async (fixture, isWrong) => [
    ...(await FAILED.play(fixture, isWrong)),
    { what: NOTHING_FAILED, match: await fixture.league.runMatch() },
  ],
};

/** When B joins, after A has declined. */
const LATE_MS = justInside(joinDeadline);

export const lossChecks: readonly Check<RefereeFixture>[] = [
  /** The expected message without a JSON-RPC response around it: B's answers are the twin. */
  rule({
    id: "referee/loss/bare-replies-are-no-answers",
    title:
      "ends the match as a loss of a player whose answers are no JSON-RPC responses, even with a valid message",
    decides: ["REF-LOSS-02", "TRN-OUT-03"],
    over: matchesIn(refusedMatch, [
      {
        what: "A answered each invitation with a bare GAME_JOIN_ACK",
        a: { join: altered(joins(), ({ result }) => result) },
      },
      {
        what: "A answered each choice call with a bare CHOOSE_PARITY_RESPONSE",
        a: { choice: altered(chooses("even"), ({ result }) => result) },
      },
    ]),
    judge: lostBy("A"),
  }),
  rule({
    id: "referee/loss/broken-off-answers",
    title: "ends the match as a loss of a player that closes each connection, or breaks off each answer",
    decides: ["REF-LOSS-02", "TRN-OUT-03"],
    over: matchesIn(unjoinedMatch, [
      {
        what: "A closed each connection without an answer to its invitation",
        a: { join: wire({ kind: "close" }) },
      },
      {
        what: "A sent the head of an answer to each invitation, and never its body",
        a: { join: wire({ kind: "stall", status: 200 }) },
      },
    ]),
    judge: lostBy("A"),
  }),
  rule({
    id: "referee/loss/declined-ends-at-once",
    title: "ends a declined match at once, without waiting for the other player, which wins",
    decides: ["REF-LOSS-04"],
    over: oneMatch(
      { a: { join: declines() }, b: { join: joins({ afterMs: LATE_MS }) }, timeoutMs: unjoinedMatch },
      { concurrent: true, steps: [unjoinedMatch] },
    ),
    judge({ match }, fixture) {
      const what = `A declined its invitation at once (B would have joined after ${LATE_MS} ms)`;
      assertLost(fixture, match, "A", what);
      const times = matchDuration(match, "A", "GAME_INVITATION");
      if (times === undefined) return fixture.notExercised("the match was not begun", missedBy(match));
      fixture.expect
        .time(times.end - times.first, "the time from the declined invitation to the end of the match")
        .isAtMost(joinDeadline / 2);
    },
  }),
  rule({
    id: "referee/loss/declined",
    title: "ends a declined match, and does not name the player that declined as the winner",
    decides: ["REF-LOSS-03"],
    over: matchesIn(unjoinedMatch, [
      { what: "A declined its invitation and B joined", side: "A", a: { join: declines() } },
      { what: "B declined its invitation and A joined", side: "B", b: { join: declines() } },
      {
        what: "A answered no invitation but the last, which it declined,",
        side: "A",
        a: { join: [never(), never(), never(), declines()] },
      },
    ]),
    judge({ match, what, side }, { expect }) {
      const { winner, from } = assertEnded(match, what);
      expect(match.calls.length, `how many choice calls came, when ${what}`).is(0);
      expect(winner, `the winner in ${from} of a match in which ${what}`).isNot(playerOf(match, side).id);
    },
  }),
  rule({
    id: "referee/loss/ends-like-any-other",
    title: "ends a failed match with GAME_OVER to both players and a report, and is ready for its next match",
    decides: ["REF-LOSS-07"],
    over: FAILED_THEN_PLAYED,
    judge({ match, what }, { expect }) {
      if (what === NOTHING_FAILED) {
        expect.that(outcomeOf(match) !== undefined, {
          diagnosis: `after failed matches the next one was not played: ${progressOf(match)}`,
          expected: "GAME_OVER and a report",
          received: "neither",
        });
        return;
      }
      if (match.invitations.length === 0) return;
      assertEnded(match, what);
      for (const side of ["A", "B"] as const) {
        const received = `how often ${playerOf(match, side).id} (player ${side}) received GAME_OVER, when ${what}`;
        expect(match.to(side, "GAME_OVER").length, received).is(1);
      }
      expect(match.reports.length, `how many reports came, when ${what}`).is(1);
    },
    afterwards(parts, { expect, notExercised }) {
      const left = parts.find(({ match }) => match.invitations.length === 0)?.match;
      if (parts.every(({ match }) => match.invitations.length === 0))
        notExercised("no match was begun", ["REF-REG-01", "REF-RUN-01"]);
      expect.that(left === undefined, {
        diagnosis: `after failed matches another one was not begun: ${left === undefined ? "" : progressOf(left)}`,
        expected: "GAME_INVITATION",
        received: "nothing",
      });
    },
  }),
  rule({
    id: "referee/loss/error-codes",
    title:
      "sends the correct error code in a GAME_ERROR about a missed deadline, and about an invalid choice",
    decides: ["REF-LOSS-08"],
    over: matchesIn(unjoinedMatch, [
      { what: "A missed its first invitation", codes: TIMEOUT, a: { join: [never(), joins()] } },
      {
        what: 'A answered its first choice call with "banana"',
        codes: INVALID,
        a: { choice: [choosesRaw("banana"), chooses("odd")] },
      },
    ]),
    judge({ match, what, codes }, { expect, timely }) {
      ended(match);
      // Where this machine makes the answers late, the referee reports those.
      for (const { message } of match.to("A", "GAME_ERROR"))
        timely(joinDeadline / 2, () =>
          expect(message.error_code, `error_code of the GAME_ERROR, when ${what}`).isOneOf(codes),
        );
    },
    afterwards(parts, { notApplicable }) {
      if (parts.every(({ match }) => match.to("A", "GAME_ERROR").length === 0))
        notApplicable("this referee sends no GAME_ERROR");
    },
  }),
  rule({
    id: "referee/loss/errors-are-no-answers",
    title: "ends the match as a loss of a player whose answers are HTTP errors, error responses or no JSON",
    decides: ["REF-LOSS-02", "TRN-OUT-03"],
    over: matchesIn(
      refusedMatch,
      ANSWERS.flatMap(({ how, step }) => [
        { what: `A answered each invitation with ${how}`, a: { join: step } },
        { what: `A answered each choice call with ${how}`, a: { choice: step } },
      ]),
    ),
    judge: lostBy("A"),
  }),
  rule({
    id: "referee/loss/flat-at-once",
    title: "asks a player that has missed a deadline no second time, in the flat dialect",
    decides: ["REF-LOSS-09"],
    over: matchesIn(unchosenMatch, [
      {
        what: "A never joined",
        type: "GAME_INVITATION",
        a: { join: never() },
        b: { join: joins() },
        settleMs: overDeadline,
      },
      {
        what: "A never chose",
        type: "CHOOSE_PARITY_CALL",
        a: { choice: never() },
        b: { choice: chooses("odd") },
        settleMs: overDeadline,
      },
    ]),
    judge({ match, what, type }, { expect }) {
      assertEnded(match, what);
      expect(match.to("A", type).length, `how often A was sent ${type}, when ${what}`).is(1);
    },
  }),
  rule({
    id: "referee/loss/unreachable",
    title: "ends the match as a loss of a player that refuses connections",
    decides: ["REF-LOSS-02"],
    over: matchesIn(unjoinedMatch, [
      { what: "A refused every connection", side: "A", a: { refuses: true } },
      { what: "B refused every connection", side: "B", b: { refuses: true } },
    ]),
    judge: ({ match, what, side }, fixture) => assertLost(fixture, match, side, what),
  }),
  rule({
    id: "referee/loss/both-unreachable",
    title: "ends a match in a TECHNICAL_LOSS of both, 0-0, when both players are unreachable or declined",
    decides: ["REF-LOSS-06"],
    over: matchesIn(
      unjoinedMatch,
      [
        { what: "both players refused every connection", a: gone, b: gone },
        { what: "both players declined", a: { join: declines() }, b: { join: declines() } },
        { what: "A declined and B refused every connection", a: { join: declines() }, b: gone },
      ], // The flat dialect has no member for declining.
      ({ what }, { dialect }) =>
        dialect !== "flat" || (what.endsWith("connection") && what.startsWith("both")),
    ),
    judge: ({ match, what }, fixture) => assertEnding(fixture, match, LOST_BY_BOTH, what),
  }),
  rule({
    id: "referee/loss/both-late",
    title: "ends a match in a DRAW, 1-1, when both players are late",
    decides: ["REF-LOSS-06"],
    over: NEITHER_JOINS,
    judge(match, fixture) {
      const what = "neither player answered an invitation";
      assertEnding(fixture, match, DRAWN, what);
    },
  }),
  rule({
    id: "referee/loss/late-and-unreachable",
    title: "ends a match in a DRAW, 1-1, when one player is late and the other unreachable",
    decides: ["REF-LOSS-06"],
    over: oneMatch(
      { a: { join: never() }, b: gone, timeoutMs: unjoinedMatch },
      { concurrent: true, steps: [unjoinedMatch] },
    ),
    judge: ({ match }, fixture) =>
      assertEnding(fixture, match, DRAWN, "A answered no invitation and B refused every connection"),
  }),
  ...(
    [
      [NEITHER_JOINS, "joins", "GAME_INVITATION", joinDeadline],
      [NEITHER_CHOOSES, "choices", "CHOOSE_PARITY_CALL", choiceDeadline],
    ] as const
  ).map(([over, missing, type, deadline_ms]) =>
    rule({
      id: `referee/loss/no-winner-without-${missing}`,
      title: `names no winner of a match in which neither player answers ${type}`,
      decides: ["REF-LOSS-05", "REF-LOSS-07"],
      over,
      judge(match, fixture) {
        const what = `neither player answered ${type}`;
        assertCompleted(match, "A", type, deadline_ms);
        const { winner, from } = assertEnded(match, what);
        fixture.expect(winner, `the winner in ${from} of a match in which ${what}`).is(null);
      },
    }),
  ),
];
