import type { RefereeFixture } from "../../fixtures/member-fixtures.js";
import { isObject } from "../../json.js";
import {
  altered,
  chooses,
  joins,
  never,
  rpcError,
  type Step,
  withMembers,
  wrongId,
} from "../../peers/actors/behaviour.js";
import { rule } from "../../rule.js";
import { choiceOf } from "../../rules/match-rules.js";
import {
  askedAtMost,
  choiceDeadline,
  joinDeadline,
  justInside,
  justOutside,
  pauseBetween,
  quickMatch,
  refusedMatch,
  unjoinedMatch,
} from "../../time/protocol-deadlines.js";
import type { Check } from "../../types.js";
import { onBehalfOf } from "../../verdict.js";
import { assertEnded, assertLost, lostBy, progressOf } from "./helpers/match-outcome.js";
import { matchesIn, oneMatch } from "./helpers/played-matches.js";

const atLast = (step: Step) => [
  ...Array.from({ length: askedAtMost - 1 }, () => rpcError(-32_000, "not yet")),
  step,
];

const answeredAtLast = (question: string) =>
  `A answered the first ${askedAtMost - 1} ${question}s with a JSON-RPC error and the last one well`;

const timeoutMs = 2 * choiceDeadline + pauseBetween + quickMatch();

/** The late choice arrives a second after the repeated call, and long before the answer to that. */
const LATE_MS = choiceDeadline + pauseBetween + joinDeadline / 5;

const ALMOST_MS = justInside(choiceDeadline);

const LATE_JOINS_MS = [justOutside(joinDeadline), joinDeadline + pauseBetween + joinDeadline / 5] as const;

const OTHER = { conversation_id: "conv-of-another-match" };

/** A reply with one fault. */
const FLAWS: readonly { how: string; flawed: (step: Step) => Step }[] = [
  { how: 'whose jsonrpc is "1.0"', flawed: (step) => altered(step, (body) => ({ ...body, jsonrpc: "1.0" })) },
  {
    how: "whose message_type is GAME_OVER_ACK",
    flawed: (step) =>
      altered(step, ({ result, ...body }) => ({
        ...body,
        result: isObject(result) ? { ...result, message_type: "GAME_OVER_ACK" } : result,
      })),
  },
];

const ELSEWHERE = { match_id: "R9999M9" };

const ANOTHER_PLAYER = { player_id: "P9999" };

export const replyChecks: readonly Check<RefereeFixture>[] = [
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
    over: oneMatch(
      {
        a: { choice: [chooses("odd", { afterMs: LATE_MS }), chooses("even", { afterMs: ALMOST_MS })] },
        b: { choice: chooses("odd") },
        timeoutMs,
      },
      { concurrent: true, steps: [timeoutMs] },
    ),
    judge({ match }, { expect, timely }) {
      const what = `A answered its first choice call with "odd" after ${LATE_MS} ms, and the second with "even" after ${ALMOST_MS} ms`;
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
  rule({
    id: "referee/reply/other-conversation",
    title: "counts no join and no choice from another conversation",
    decides: ["REF-REPLY-02"],
    over: matchesIn(refusedMatch, [
      { what: "each join of A carried another conversation_id", a: { join: withMembers(joins(), OTHER) } },
      {
        what: "each choice of A carried another conversation_id",
        a: { choice: withMembers(chooses("even"), OTHER) },
      },
    ]),
    judge: lostBy("A"),
  }),
  /** A referee that does not validate answers may accept an answer to another request. */
  rule({
    id: "referee/reply/other-form",
    title: "accepts no join or choice in a response of another JSON-RPC version or in another message",
    decides: ["REF-REPLY-04"],
    over: matchesIn(
      refusedMatch,
      FLAWS.flatMap(({ how, flawed }) => [
        { what: `A answered each invitation with a join ${how}`, a: { join: flawed(joins()) } },
        { what: `A answered each choice call with a choice ${how}`, a: { choice: flawed(chooses("even")) } },
      ]),
      ({ what }, { form, profile, notApplicable }) => {
        // The documents do not define this for a form without JSON-RPC responses.
        if (!form.codec.isLeagueForm) notApplicable(`the wire form is ${form.codec.name}`);
        // A tool's answer belongs to the call of the tool; its message_type is not read.
        return profile.request === "params" || !what.includes("message_type");
      },
    ),
    judge: lostBy("A"),
  }),
  /** The other player is the twin: its answers differ only in that one member. Both sides are tried. */
  rule({
    id: "referee/reply/other-match-or-player",
    title: "counts no join and no choice that names another match or another player",
    decides: ["REF-REPLY-01"],
    over: matchesIn(
      refusedMatch,
      [
        {
          side: "A",
          what: "each join of A named another match",
          a: { join: withMembers(joins(), ELSEWHERE) },
        },
        {
          side: "B",
          what: "each join of B named another player",
          b: { join: withMembers(joins(), ANOTHER_PLAYER) },
        },
        {
          side: "B",
          what: "each choice of B named another match",
          b: { choice: withMembers(chooses("even"), ELSEWHERE) },
        },
        {
          side: "A",
          what: "each choice of A named another player",
          a: { choice: withMembers(chooses("even"), ANOTHER_PLAYER) },
        },
      ], // In the flat dialect only the sender identifies the player.
      ({ what }, { dialect }) => dialect !== "flat" || what.endsWith("match"),
    ),
    judge: ({ match, what, side }, fixture) => assertLost(fixture, match, side, what),
  }),
  rule({
    id: "referee/reply/other-request",
    title: "accepts no response whose JSON-RPC id is not that of the request",
    decides: ["TRN-OUT-04"],
    over: matchesIn(refusedMatch, [
      { what: "each join of A came with another JSON-RPC id", a: { join: wrongId(joins()) } },
      { what: "each choice of A came with another JSON-RPC id", a: { choice: wrongId(chooses("even")) } },
    ]),
    judge: lostBy("A"),
  }),
];
