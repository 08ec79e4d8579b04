import type { RefereeFixture } from "../../fixtures/member-fixtures.js";
import { isObject } from "../../json.js";
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
  withMembers,
  wrongId,
} from "../../peers/actors/behaviour.js";
import type { Side } from "../../peers/observation.js";
import { choiceOf, playerOf } from "../../rules/match-rules.js";
import { rule } from "../../rules/rule.js";
import {
  askedAtMost,
  choiceDeadline,
  joinDeadline,
  justInside,
  justOutside,
  overDeadline,
  pauseBetween,
  quickMatch,
  refusedMatch,
  unchosenMatch,
  unjoinedMatch,
} from "../../time/protocol-deadlines.js";
import type { Check } from "../../types.js";
import { onBehalfOf } from "../../verdict.js";
import {
  assertCompleted,
  assertEnded,
  assertEnding,
  assertLost,
  DRAWN,
  ended,
  expectPlayed,
  LOST_BY_BOTH,
  matchDuration,
  missedBy,
  progressOf,
} from "./helpers/match-outcome.js";
import { type Case, FAILED_THEN_PLAYED, matchesIn, NOTHING_FAILED } from "./helpers/played-matches.js";
import { failingMatch } from "./helpers/silence.js";

const TIMEOUT = ["E001", "TIMEOUT_ERROR"];

const INVALID = ["E004", "INVALID_PARITY_CHOICE", "INVALID_CHOICE"];

const NEITHER_JOINS = failingMatch("neither player answers an invitation");

const NEITHER_CHOOSES = failingMatch("neither player answers a choice call");

const gone = { refuses: true } as const;

/** When B joins, after A has declined. */
const LATE_MS = justInside(joinDeadline);

/** A match in which one player fails. */
type Failure = Pick<Case, "what" | "a" | "b"> & { side: Side };

/** A answers each invitation so, or each choice call. */
function answersBy(how: string, join: Step, choice = join): Failure[] {
  return [
    { side: "A", what: `A answered each invitation with ${how}`, a: { join } },
    { side: "A", what: `A answered each choice call with ${how}`, a: { choice } },
  ];
}

/** The same, with a valid answer in which one thing is changed: the other player is the twin. */
const changedBy = (how: string, change: (step: Step) => Step) =>
  answersBy(how, change(joins()), change(chooses("even")));

interface Losses extends Pick<Check<RefereeFixture>, "id" | "title" | "decides"> {
  cases: readonly Failure[];
  /** The longest that one of the matches takes. */
  within?: number;
  only?: (failure: Failure, fixture: RefereeFixture) => boolean;
}

/** The player that fails loses each of these matches, and none of its answers is published as its choice. */
function loses({ cases, within = refusedMatch, only, ...check }: Losses): Check<RefereeFixture> {
  return rule({
    ...check,
    over: matchesIn(within, cases, only),
    judge: ({ match, what, side }, about) => assertLost(about, match, side, what),
  });
}

// Answers that are no answers to their requests.

const atLast = (step: Step) => [
  ...Array.from({ length: askedAtMost - 1 }, () => rpcError(-32_000, "not yet")),
  step,
];

const answeredAtLast = (question: string) =>
  `A answered the first ${askedAtMost - 1} ${question}s with a JSON-RPC error and the last one well`;

const LATE_MATCH_MS = 2 * choiceDeadline + pauseBetween + quickMatch();

/** The late choice arrives a second after the repeated call, and long before the answer to that. */
const LATE_CHOICE_MS = choiceDeadline + pauseBetween + joinDeadline / 5;

const ALMOST_MS = justInside(choiceDeadline);

const LATE_JOINS_MS = [justOutside(joinDeadline), joinDeadline + pauseBetween + joinDeadline / 5] as const;

const ELSEWHERE = { match_id: "R9999M9" };

const ANOTHER = { player_id: "P9999" };

export const lossChecks: readonly Check<RefereeFixture>[] = [
  /** The expected message without a JSON-RPC response around it: B's answers are the twin. */
  loses({
    id: "referee/loss/bare-replies-are-no-answers",
    title:
      "ends the match as a loss of a player whose answers are no JSON-RPC responses, even with a valid message",
    decides: ["REF-LOSS-02", "TRN-OUT-03"],
    cases: changedBy("the bare message", (step) => altered(step, ({ result }) => result)),
  }),
  loses({
    id: "referee/loss/broken-off-answers",
    title: "ends the match as a loss of a player that closes each connection, or breaks off each answer",
    decides: ["REF-LOSS-02", "TRN-OUT-03"],
    within: unjoinedMatch,
    cases: [
      {
        side: "A",
        what: "A closed each connection without an answer to its invitation",
        a: { join: wire({ kind: "close" }) },
      },
      {
        side: "A",
        what: "A sent the head of an answer to each invitation, and never its body",
        a: { join: wire({ kind: "stall", status: 200 }) },
      },
    ],
  }),
  rule({
    id: "referee/loss/declined-ends-at-once",
    title: "ends a declined match at once, without waiting for the other player, which wins",
    decides: ["REF-LOSS-04"],
    over: matchesIn(unjoinedMatch, [
      {
        what: `A declined its invitation at once (B would have joined after ${LATE_MS} ms)`,
        a: { join: declines() },
        b: { join: joins({ afterMs: LATE_MS }) },
      },
    ]),
    judge({ match, what }, fixture) {
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
    judge({ match, what }, about) {
      const { expect } = about;
      if (what === NOTHING_FAILED) {
        expectPlayed(about, match, "after failed matches the next one");
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
  loses({
    id: "referee/loss/errors-are-no-answers",
    title: "ends the match as a loss of a player whose answers are HTTP errors, error responses or no JSON",
    decides: ["REF-LOSS-02", "TRN-OUT-03"],
    cases: [
      ...answersBy("HTTP 500", httpStatus(500)),
      ...answersBy("a JSON-RPC error", rpcError(-32_000, "not today")),
      ...answersBy("HTML", notJson()),
      ...answersBy("a list in place of its message", () => ({ result: [] })),
    ],
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
  loses({
    id: "referee/loss/unreachable",
    title: "ends the match as a loss of a player that refuses connections",
    decides: ["REF-LOSS-02"],
    within: unjoinedMatch,
    cases: [
      { side: "A", what: "A refused every connection", a: gone },
      { side: "B", what: "B refused every connection", b: gone },
    ],
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
      ],
      // The flat dialect has no member for declining.
      ({ what }, { dialect }) => dialect !== "flat" || !what.includes("declined"),
    ),
    judge: ({ match, what }, fixture) => assertEnding(fixture, match, LOST_BY_BOTH, what),
  }),
  /** A check of its own: behind the others it would end after all other checks of a run. */
  rule({
    id: "referee/loss/late-and-unreachable",
    title: "ends a match in a DRAW, 1-1, when one player is late and the other unreachable",
    decides: ["REF-LOSS-06"],
    over: matchesIn(unjoinedMatch, [
      { what: "A answered no invitation and B refused every connection", a: { join: never() }, b: gone },
    ]),
    judge: ({ match, what }, fixture) => assertEnding(fixture, match, DRAWN, what),
  }),
  ...(
    [
      [NEITHER_JOINS, "joins", "GAME_INVITATION", joinDeadline],
      [NEITHER_CHOOSES, "choices", "CHOOSE_PARITY_CALL", choiceDeadline],
    ] as const
  ).map(([over, missing, type, deadline_ms]) =>
    rule({
      id: `referee/loss/no-winner-without-${missing}`,
      title: `ends a match in a DRAW, 1-1, without a winner when neither player answers ${type}`,
      decides: ["REF-LOSS-05", "REF-LOSS-06", "REF-LOSS-07"],
      over,
      judge(match, fixture) {
        const what = `neither player answered ${type}`;
        assertCompleted(match, "A", type, deadline_ms);
        onBehalfOf(["REF-LOSS-05", "REF-LOSS-07"], () => {
          const { winner, from } = assertEnded(match, what);
          fixture.expect(winner, `the winner in ${from} of a match in which ${what}`).is(null);
        });
        onBehalfOf(["REF-LOSS-06"], () => assertEnding(fixture, match, DRAWN, what));
      },
    }),
  ),
  /** Finds a referee that asks four times but reads only three answers. */
  rule({
    id: "referee/reply/counts-the-last-answer",
    title: "accepts a player's fourth answer as the first valid one, if it asks four times",
    decides: ["REF-JOIN-01", "REF-CHOICE-05"],
    over: matchesIn(refusedMatch, [
      // Both answer after a delay: this shows a referee that asks the second only after the first answer.
      {
        what: answeredAtLast("invitation"),
        type: "GAME_INVITATION",
        a: { join: atLast(joins()), choice: chooses("odd", { afterMs: joinDeadline / 2 }) },
        b: { choice: chooses("even", { afterMs: joinDeadline / 2 }) },
      },
      {
        what: answeredAtLast("choice call"),
        type: "CHOOSE_PARITY_CALL",
        a: { choice: atLast(chooses("odd")) },
      },
    ]),
    judge({ match, type, what }, { expect }) {
      if (match.to("A", type).length < askedAtMost) return;
      const published = choiceOf(assertEnded(match, what), match.playerA);
      expect(
        published,
        `the published choice of A, which chose "odd", when ${what} (${progressOf(match)}),`,
      ).is("odd");
    },
    afterwards(parts, { notApplicable, notExercised }) {
      if (parts.every(({ match }) => match.invitations.length === 0))
        notExercised("the referee invited no player", ["REF-RUN-01"]);
      if (parts.every(({ match, type }) => match.to("A", type).length < askedAtMost))
        notApplicable(`this referee asks no player ${askedAtMost} times`);
    },
  }),
  rule({
    id: "referee/reply/late-choice",
    title:
      "counts no choice that arrives after its deadline, even while a repeated call is open, but the answer to that one",
    decides: ["REF-REPLY-03", "REF-CHOICE-05"],
    over: matchesIn(LATE_MATCH_MS, [
      {
        what: `A answered its first choice call with "odd" after ${LATE_CHOICE_MS} ms, and the second with "even" after ${ALMOST_MS} ms`,
        a: { choice: [chooses("odd", { afterMs: LATE_CHOICE_MS }), chooses("even", { afterMs: ALMOST_MS })] },
        b: { choice: chooses("odd") },
      },
    ]),
    judge({ match, what }, { expect, timely }) {
      const published = choiceOf(assertEnded(match, what), match.playerA);
      onBehalfOf(["REF-REPLY-03"], () =>
        expect(published, `the published choice of A, when ${what}`).isNot("odd"),
      );
      // A referee that repeats its call has to wait for the answer to it.
      if (match.to("A", "CHOOSE_PARITY_CALL").length < 2) return;
      timely(choiceDeadline - ALMOST_MS, () =>
        onBehalfOf(["REF-CHOICE-05"], () =>
          expect(published, `the published choice of A, when ${what}`).is("even"),
        ),
      );
    },
  }),
  rule({
    id: "referee/reply/late-join",
    title: "counts no join that arrives after its deadline, even while a repeated invitation is open",
    decides: ["REF-REPLY-03"],
    over: matchesIn(unjoinedMatch, [
      {
        what: `A answered its first invitation after ${LATE_JOINS_MS[0]} ms, the second after ${LATE_JOINS_MS[1]} ms, and no other one`,
        a: { join: [...LATE_JOINS_MS.map((afterMs) => joins({ afterMs })), never()] },
      },
    ]),
    judge({ match, what }, { expect }) {
      const { winner, from } = assertEnded(match, what);
      const asked = match.to("A", "CHOOSE_PARITY_CALL").length;
      expect(asked, `how often A was asked for its choice, when ${what}`).is(0);
      expect(winner, `the winner in ${from} of a match in which ${what}`).isNot(match.playerA.id);
    },
  }),
  loses({
    id: "referee/reply/other-conversation",
    title: "counts no join and no choice from another conversation",
    decides: ["REF-REPLY-02"],
    cases: changedBy("another conversation_id", (step) =>
      withMembers(step, { conversation_id: "conv-of-another-match" }),
    ),
  }),
  /** A referee that does not validate answers may accept an answer to another request. */
  loses({
    id: "referee/reply/other-form",
    title: "accepts no join or choice in a response of another JSON-RPC version or in another message",
    decides: ["REF-REPLY-04"],
    cases: [
      ...changedBy('a response whose jsonrpc is "1.0"', (step) =>
        altered(step, (body) => ({ ...body, jsonrpc: "1.0" })),
      ),
      ...changedBy("the message_type GAME_OVER_ACK", (step) =>
        altered(step, ({ result, ...body }) => ({
          ...body,
          result: isObject(result) ? { ...result, message_type: "GAME_OVER_ACK" } : result,
        })),
      ),
    ],
    only({ what }, { form, profile, notApplicable }) {
      // The documents do not define this for a form without JSON-RPC responses.
      if (!form.codec.isLeagueForm) notApplicable(`the wire form is ${form.codec.name}`);
      // A tool's answer belongs to the call of the tool; its message_type is not read.
      return profile.request === "params" || !what.includes("message_type");
    },
  }),
  /** The other player is the twin: its answers differ only in that one member. Both sides are tried. */
  loses({
    id: "referee/reply/other-match-or-player",
    title: "counts no join and no choice that names another match or another player",
    decides: ["REF-REPLY-01"],
    cases: [
      { side: "A", what: "each join of A named another match", a: { join: withMembers(joins(), ELSEWHERE) } },
      { side: "B", what: "each join of B named another player", b: { join: withMembers(joins(), ANOTHER) } },
      {
        side: "B",
        what: "each choice of B named another match",
        b: { choice: withMembers(chooses("even"), ELSEWHERE) },
      },
      {
        side: "A",
        what: "each choice of A named another player",
        a: { choice: withMembers(chooses("even"), ANOTHER) },
      },
    ],
    // In the flat dialect only the sender identifies the player.
    only: ({ what }, { dialect }) => dialect !== "flat" || what.endsWith("match"),
  }),
  loses({
    id: "referee/reply/other-request",
    title: "accepts no response whose JSON-RPC id is not that of the request",
    decides: ["TRN-OUT-04"],
    cases: changedBy("another JSON-RPC id", wrongId),
  }),
];
