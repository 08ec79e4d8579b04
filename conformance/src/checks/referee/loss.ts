import type { RefereeFixture } from "../../fixtures/referee-fixture.js";
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
} from "../../peers/behaviour.js";
import { rule } from "../../rule.js";
import {
  choiceDeadline,
  joinDeadline,
  justInside,
  overDeadline,
  refusedMatch,
  runInSequence,
  unchosenMatch,
  unjoinedMatch,
} from "../../time/match-times.js";
import type { Check } from "../../types.js";
import {
  assertCompleted,
  assertEnded,
  assertEnding,
  assertLost,
  DRAWN,
  ended,
  LOST_BY_BOTH,
  matchDuration,
  missedBy,
  outcomeOf,
  playerOf,
  progressOf,
} from "./helpers/match-outcome.js";
import { playCases, within } from "./helpers/played-matches.js";
import { failingMatch } from "./helpers/silence.js";

const TIMEOUT = ["E001", "TIMEOUT_ERROR"];

const INVALID = ["E004", "INVALID_PARITY_CHOICE", "INVALID_CHOICE"];

const ANSWERS: readonly { how: string; step: Step }[] = [
  { how: "HTTP 500", step: httpStatus(500) },
  { how: "a JSON-RPC error", step: rpcError(-32_000, "not today") },
  { how: "HTML", step: notJson() },
];

const NEITHER_JOINS = failingMatch("neither player answers an invitation");

const NEITHER_CHOOSES = failingMatch("neither player answers a choice call");

export const lossChecks: readonly Check<RefereeFixture>[] = [
  /** The expected message without a JSON-RPC response around it: B's answers are the twin. */
  {
    id: "referee/loss/bare-replies-are-no-answers",
    title:
      "ends the match as a loss of a player whose answers are no JSON-RPC responses, even with a valid message",
    decides: ["REF-LOSS-02", "TRN-OUT-03"],
    concurrent: true,
    steps: [runInSequence(2, refusedMatch)],
    async run(fixture) {
      const cases = [
        {
          what: "A answered each invitation with a bare GAME_JOIN_ACK",
          a: { join: altered(joins(), ({ result }) => result) },
        },
        {
          what: "A answered each choice call with a bare CHOOSE_PARITY_RESPONSE",
          a: { choice: altered(chooses("even"), ({ result }) => result) },
        },
      ];
      await playCases(fixture.league, within(refusedMatch, cases), (match, { what }) =>
        assertLost(fixture, match, "A", what),
      );
    },
  },
  {
    id: "referee/loss/broken-off-answers",
    title: "ends the match as a loss of a player that closes each connection, or breaks off each answer",
    decides: ["REF-LOSS-02", "TRN-OUT-03"],
    concurrent: true,
    steps: [runInSequence(2, unjoinedMatch)],
    async run(fixture) {
      const cases = [
        {
          what: "A closed each connection without an answer to its invitation",
          a: { join: wire({ kind: "close" }) },
        },
        {
          what: "A sent the head of an answer to each invitation, and never its body",
          a: { join: wire({ kind: "stall", status: 200 }) },
        },
      ];
      await playCases(fixture.league, within(unjoinedMatch, cases), (match, { what }) =>
        assertLost(fixture, match, "A", what),
      );
    },
  },
  {
    id: "referee/loss/declined-ends-at-once",
    title: "ends a declined match at once, without waiting for the other player, which wins",
    decides: ["REF-LOSS-04"],
    concurrent: true,
    steps: [unjoinedMatch],
    async run(fixture) {
      const delayMs = justInside(joinDeadline);
      const match = await fixture.league.runMatch({
        a: { join: declines() },
        b: { join: joins({ afterMs: delayMs }) },
        timeoutMs: unjoinedMatch,
      });
      assertLost(
        fixture,
        match,
        "A",
        `A declined its invitation at once (B would have joined after ${delayMs} ms)`,
      );
      const times = matchDuration(match, "A", "GAME_INVITATION");
      if (times === undefined) return fixture.notExercised("the match was not begun", missedBy(match));
      fixture.expect
        .time(times.end - times.first, "the time from the declined invitation to the end of the match")
        .isAtMost(joinDeadline / 2);
    },
  },
  {
    id: "referee/loss/declined",
    title: "ends a declined match, and does not name the player that declined as the winner",
    decides: ["REF-LOSS-03"],
    concurrent: true,
    steps: [runInSequence(3, unjoinedMatch)],
    async run({ league, expect }) {
      const cases = [
        { what: "A declined its invitation and B joined", side: "A", a: { join: declines() } },
        { what: "B declined its invitation and A joined", side: "B", b: { join: declines() } },
        {
          what: "A answered no invitation but the last, which it declined,",
          side: "A",
          a: { join: [never(), never(), never(), declines()] },
        },
      ] as const;
      await playCases(league, within(unjoinedMatch, cases), (match, { what, side }) => {
        const { winner, from } = assertEnded(match, what);
        expect(match.calls.length, `how many choice calls came, when ${what}`).is(0);
        expect(winner, `the winner in ${from} of a match in which ${what}`).isNot(playerOf(match, side).id);
      });
    },
  },
  {
    id: "referee/loss/ends-like-any-other",
    title: "ends a failed match with GAME_OVER to both players and a report, and is ready for its next match",
    decides: ["REF-LOSS-07"],
    concurrent: true,
    steps: [runInSequence(4, refusedMatch)],
    async run({ league, expect }) {
      const cases = [
        { what: "A declined its invitation", a: { join: declines() } },
        { what: "A answered each invitation with HTTP 500", a: { join: httpStatus(500) } },
        { what: "A answered each choice call with HTTP 500", a: { choice: httpStatus(500) } },
      ];
      let failures = 0;
      await playCases(league, within(refusedMatch, cases), (match, { what }) => {
        expect.that(failures === 0 || match.invitations.length > 0, {
          diagnosis: `after ${failures} failed matches the next one was not begun: ${progressOf(match)}`,
          expected: "GAME_INVITATION",
          received: "nothing",
        });
        assertEnded(match, what);
        failures += 1;
        for (const { side, id } of [
          { side: "A", id: match.playerA.id },
          { side: "B", id: match.playerB.id },
        ] as const) {
          expect(
            match.to(side, "GAME_OVER").length,
            `how often ${id} (player ${side}) received GAME_OVER, when ${what}`,
          ).is(1);
        }
        expect(match.reports.length, `how many reports came, when ${what}`).is(1);
      });
      const next = await league.runMatch();
      const outcome = outcomeOf(next);
      expect.that(outcome !== undefined, {
        diagnosis: `after ${cases.length} failed matches the next one was not played: ${progressOf(next)}`,
        expected: "GAME_OVER and a report",
        received: "neither",
      });
    },
  },
  {
    id: "referee/loss/error-codes",
    title:
      "sends the correct error code in a GAME_ERROR about a missed deadline, and about an invalid choice",
    decides: ["REF-LOSS-08"],
    concurrent: true,
    steps: [runInSequence(2, unjoinedMatch)],
    async run({ league, expect, timely, notApplicable }) {
      const cases = [
        { what: "A missed its first invitation", codes: TIMEOUT, a: { join: [never(), joins()] } },
        {
          what: 'A answered its first choice call with "banana"',
          codes: INVALID,
          a: { choice: [choosesRaw("banana"), chooses("odd")] },
        },
      ];
      let errorCount = 0;
      await playCases(league, within(unjoinedMatch, cases), (match, { what, codes }) => {
        ended(match);
        for (const { message } of match.to("A", "GAME_ERROR")) {
          errorCount += 1;
          // Where this machine makes the answers late, the referee reports those.
          timely(joinDeadline / 2, () =>
            expect(message.error_code, `error_code of the GAME_ERROR, when ${what}`).isOneOf(codes),
          );
        }
      });
      if (errorCount === 0) notApplicable("this referee sends no GAME_ERROR");
    },
  },
  {
    id: "referee/loss/errors-are-no-answers",
    title: "ends the match as a loss of a player whose answers are HTTP errors, error responses or no JSON",
    decides: ["REF-LOSS-02", "TRN-OUT-03"],
    concurrent: true,
    steps: [runInSequence(2 * ANSWERS.length, refusedMatch)],
    async run(fixture) {
      const cases = ANSWERS.flatMap(({ how, step }) => [
        { what: `A answered each invitation with ${how}`, a: { join: step }, timeoutMs: refusedMatch },
        { what: `A answered each choice call with ${how}`, a: { choice: step }, timeoutMs: refusedMatch },
      ]);
      await playCases(fixture.league, cases, (match, { what }) => assertLost(fixture, match, "A", what));
    },
  },
  {
    id: "referee/loss/flat-at-once",
    title: "asks a player that has missed a deadline no second time, in the flat dialect",
    decides: ["REF-LOSS-09"],
    concurrent: true,
    steps: [runInSequence(2, unchosenMatch)],
    async run({ league, expect }) {
      const cases = [
        { what: "A never joined", type: "GAME_INVITATION", a: { join: never() }, b: { join: joins() } },
        {
          what: "A never chose",
          type: "CHOOSE_PARITY_CALL",
          a: { choice: never() },
          b: { choice: chooses("odd") },
        },
      ];
      const settled = cases.map((one) => ({ ...one, timeoutMs: unchosenMatch, settleMs: overDeadline }));
      await playCases(league, settled, (match, { what, type }) => {
        assertEnded(match, what);
        expect(match.to("A", type).length, `how often A was sent ${type}, when ${what}`).is(1);
      });
    },
  },
  {
    id: "referee/loss/unreachable",
    title: "ends the match as a loss of a player that refuses connections",
    decides: ["REF-LOSS-02"],
    concurrent: true,
    steps: [runInSequence(2, unjoinedMatch)],
    async run(fixture) {
      const cases = [
        { what: "A refused every connection", side: "A", a: { refuses: true } },
        { what: "B refused every connection", side: "B", b: { refuses: true } },
      ] as const;
      // The failing player receives nothing, so only its opponent shows that the match was begun.
      await playCases(fixture.league, within(unjoinedMatch, cases), (match, { what, side }) =>
        assertLost(fixture, match, side, what),
      );
    },
  },
  {
    id: "referee/loss/both-unreachable",
    title: "ends a match in a TECHNICAL_LOSS of both, 0-0, when both players are unreachable or declined",
    decides: ["REF-LOSS-06"],
    concurrent: true,
    steps: [runInSequence(3, unjoinedMatch)],
    async run(fixture) {
      const gone = { refuses: true } as const;
      const cases = [
        { what: "both players refused every connection", a: gone, b: gone },
        { what: "both players declined", a: { join: declines() }, b: { join: declines() } },
        { what: "A declined and B refused every connection", a: { join: declines() }, b: gone },
      ];
      // The flat dialect has no member for declining.
      const encodable = fixture.dialect === "flat" ? cases.slice(0, 1) : cases;
      await playCases(fixture.league, within(unjoinedMatch, encodable), (match, { what }) =>
        assertEnding(fixture, match, LOST_BY_BOTH, what),
      );
    },
  },
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
  {
    id: "referee/loss/late-and-unreachable",
    title: "ends a match in a DRAW, 1-1, when one player is late and the other unreachable",
    decides: ["REF-LOSS-06"],
    concurrent: true,
    steps: [unjoinedMatch],
    async run(fixture) {
      const match = await fixture.league.runMatch({
        a: { join: never() },
        b: { refuses: true },
        timeoutMs: unjoinedMatch,
      });
      assertEnding(fixture, match, DRAWN, "A answered no invitation and B refused every connection");
    },
  },
  rule({
    id: "referee/loss/no-winner-without-choices",
    title: "names no winner of a match in which both players join and neither answers a choice call",
    decides: ["REF-LOSS-05", "REF-LOSS-07"],
    over: NEITHER_CHOOSES,
    judge(match, fixture) {
      const what = "both players joined, and neither answered a choice call";
      assertCompleted(match, "A", "CHOOSE_PARITY_CALL", choiceDeadline);
      const { winner, from } = assertEnded(match, what);
      fixture.expect(winner, `the winner in ${from} of a match in which ${what}`).is(null);
    },
  }),
  rule({
    id: "referee/loss/no-winner-without-joins",
    title: "names no winner of a match in which neither player answers an invitation",
    decides: ["REF-LOSS-05", "REF-LOSS-07"],
    over: NEITHER_JOINS,
    judge(match, fixture) {
      const what = "neither player answered an invitation";
      assertCompleted(match, "A", "GAME_INVITATION", joinDeadline);
      const { winner, from } = assertEnded(match, what);
      fixture.expect(winner, `the winner in ${from} of a match in which ${what}`).is(null);
    },
  }),
];
