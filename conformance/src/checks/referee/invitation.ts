import { deadlineOf, errors } from "../../contract.js";
import type { RefereeFixture } from "../../fixtures/member-fixtures.js";
import { show, valueAt } from "../../json.js";
import { joins } from "../../peers/actors/behaviour.js";
import { isAmbiguous } from "../../profiles/waived.js";
import {
  conversationOf,
  expectMembers,
  followsAssignment,
  idsOf,
  isPlain,
  isPlayedAgain,
  named,
  opponentOf,
  reportsOf,
  type Seen,
} from "../../rules/match-rules.js";
import { type Judging, rule } from "../../rules/rule.js";
import { joinDeadline, notBefore, quickMatch } from "../../time/protocol-deadlines.js";
import type { Check } from "../../types.js";
import { onBehalfOf } from "../../verdict.js";
import { ended } from "./helpers/match-outcome.js";
import { EVERY_MATCH, matchesIn, sentAtOnce } from "./helpers/played-matches.js";
import { failingMatch, silenceRules } from "./helpers/silence.js";

/** How long B takes to join. In milliseconds. */
const SLOWLY = joinDeadline * 0.75;

const ASKING = ["GAME_INVITATION", "CHOOSE_PARITY_CALL"];

export const invitationChecks: readonly Check<RefereeFixture>[] = [
  rule({
    id: "referee/invitation/asks-when-both-have-joined",
    title: "asks no player for a choice before both have joined",
    decides: ["REF-INV-04"],
    slow: true,
    over: matchesIn(quickMatch() + joinDeadline, [
      { what: `B joined ${SLOWLY} ms after its invitation`, b: { join: joins({ afterMs: SLOWLY }) } },
    ]),
    judge({ match }, { expect }) {
      ended(match);
      const [invitation] = match.to("B", "GAME_INVITATION");
      for (const { at_ms, playerId } of match.calls) {
        const waited = at_ms - (invitation?.at_ms ?? 0);
        const what = `the time from the invitation of B, which joins after ${SLOWLY} ms, to the choice call to ${playerId}`;
        expect.time(waited, what).isAtLeast(notBefore(SLOWLY));
      }
    },
  }),
  ...(["A", "B"] as const).map((side) =>
    rule({
      id: `referee/invitation/asks-none-without-${side.toLowerCase()}`,
      title: `asks no player for a choice when player ${side} answers no invitation`,
      decides: ["REF-INV-04"],
      over: failingMatch(`player ${side} never answers an invitation`),
      judge({ invitations, calls }, { expect, notExercised }) {
        if (invitations.length === 0) notExercised("no player was invited", ["REF-RUN-01"]);
        const what = `the number of choice calls in a match in which ${side} answered no invitation`;
        expect(calls.length, what, ...calls).is(0);
      },
    }),
  ),
  rule({
    id: "referee/invitation/invites-both-at-once",
    title: "invites both players of every match at the same time",
    decides: ["REF-INV-01"],
    ...sentAtOnce("GAME_INVITATION"),
  }),
  rule({
    id: "referee/invitation/names-the-match",
    title: "names league, round, match, opponent and role in every invitation, the repeated ones included",
    decides: ["REF-INV-02"],
    over: EVERY_MATCH,
    where: followsAssignment,
    judge(part, about) {
      const { match } = part;
      const hasRole =
        about.dialect !== "flat" && !isAmbiguous(about.profile, "GAME_INVITATION", "/role_in_match");
      for (const sent of match.invitations) {
        const { side, playerId, message } = sent;
        const due = { ...idsOf(match), "/opponent_id": opponentOf(match, side).id };
        const role = hasRole ? { "/role_in_match": `PLAYER_${side}` } : {};
        const where = `GAME_INVITATION to ${playerId} in ${named(part)}`;
        expectMembers(about, message, { ...due, ...role }, where, sent);
      }
    },
  }),
  /** A message without a conversation_id breaks the envelope, except for the first one. */
  rule({
    id: "referee/invitation/one-conversation",
    title:
      "sends all messages to both players of a match under one conversation_id, and those of each match under another",
    decides: ["REF-INV-03"],
    over: EVERY_MATCH,
    judge(part, { expect }) {
      const { match } = part;
      const conversation = conversationOf(match);
      if (isPlain(part))
        onBehalfOf(["TRN-ENV-01"], () =>
          expect(
            match.invitations[0]?.message.conversation_id,
            `conversation_id of the first invitation to ${named(part)}`,
          ).isText(),
        );
      if (conversation === undefined) return;
      for (const sent of [...match.invitations, ...match.calls, ...match.gameOvers]) {
        const { conversation_id, message_type } = sent.message;
        if (!isPlain(part) && (typeof conversation_id !== "string" || conversation_id === "")) continue;
        const what = `conversation_id of ${String(message_type)} to ${sent.playerId} in ${named(part)}`;
        expect(conversation_id, what, sent).is(conversation);
      }
    },
    afterwards(parts, { expect }) {
      const used = new Map<unknown, string>();
      for (const part of parts.filter(isPlain)) {
        const conversation = conversationOf(part.match);
        if (conversation === undefined) continue;
        expect.that(!used.has(conversation), {
          diagnosis: `${named(part)} uses the conversation_id ${JSON.stringify(conversation)}, which ${used.get(conversation)} has used`,
          expected: "a different conversation_id for each match",
          received: JSON.stringify(conversation) ?? "nothing",
        });
        used.set(conversation, named(part));
      }
    },
  }),
  rule({
    id: "referee/invitation/one-conversation-throughout",
    title: "sends the errors and each report of a match under the conversation_id of its invitations",
    decides: ["REF-INV-05"],
    over: EVERY_MATCH,
    judge(part, { expect }) {
      const { match } = part;
      const conversation = conversationOf(match);
      for (const sent of conversation === undefined ? [] : [...match.errors, ...reportsOf(match)]) {
        const what = `conversation_id of a ${String(sent.message.message_type)} of ${named(part)}`;
        expect(sent.message.conversation_id, what, sent).is(conversation, "Its invitations had this one.");
      }
    },
  }),
  ...silenceRules("join", "GAME_INVITATION"),
  rule({
    id: "referee/join/tells-retries-throughout",
    title:
      "sends a GAME_ERROR with a code and the count of retries each time before it invites or asks again",
    decides: ["REF-JOIN-03", "REF-CHOICE-07", "REF-CHOICE-10", "REF-LOSS-08"],
    over: EVERY_MATCH,
    where: ({ match: { errors, playerA, playerB } }) =>
      [errors, playerA.unanswered, playerB.unanswered].some(({ length }) => length > 0),
    none: ["no match of this run shows anything about it", []],
    judge(part, about) {
      if (about.leagueForm !== "canonical")
        return about.notApplicable("the messages of this wire form have other members");
      tellsRetries(part, about);
      reportsMisses(part, about);
    },
  }),
];

/** In each error before a repeated request, with a higher count than in an earlier one about the same request. */
function tellsRetries(part: Seen, { expect }: Judging): void {
  const { match } = part;
  const counts = new Map<string, number>();
  for (const error of match.errors) {
    const { message, side, playerId } = error;
    const where = `GAME_ERROR to ${playerId} in ${named(part)}`;
    const sent = match.to(side);
    const next = sent[sent.findIndex(({ received }) => received === error.received) + 1]?.message;
    const asked = String(next?.message_type);
    if (!ASKING.includes(asked)) continue;
    const code = message.error_code;
    expect.that(typeof code === "string" && (Object.hasOwn(errors, code) || !/^E\d|^$/.test(code)), {
      diagnosis: `error_code of ${where} is ${show(code)}; expected the code of an error`,
      expected: "the code of an error",
      received: show(code),
      shownBy: [error],
      clauses: ["REF-LOSS-08"],
    });
    const ofCall = code === "E001" ? "REF-CHOICE-07" : "REF-CHOICE-10";
    onBehalfOf([asked === ASKING[0] ? "REF-JOIN-03" : ofCall], () => {
      expect(message.retry_info, `retry_info of ${where}, before it was asked again,`, error).isObject();
      const [count, before = 0] = [
        valueAt(message, "/retry_info/retry_count"),
        counts.get(`${side} ${asked}`),
      ];
      if (typeof count !== "number") return;
      counts.set(`${side} ${asked}`, count);
      if (!isPlayedAgain(match))
        expect(count, `retry_info/retry_count of ${where}`, error).isInteger({ min: before + 1 });
    });
  }
}

/** GAME_ERROR E001 follows each invitation or call without an answer, before the player is asked again. */
function reportsMisses(part: Seen, { expect }: Judging): void {
  for (const { id, unanswered, received } of [part.match.playerA, part.match.playerB])
    for (const asked of unanswered) {
      const type = String(asked.type);
      const next = received[received.indexOf(asked) + 1];
      if (next === undefined || next.type !== type || !ASKING.includes(type)) continue;
      if (next.at_ms - asked.at_ms < notBefore(deadlineOf(type))) continue;
      const what = `what ${id} was sent after ${type} of ${named(part)}, which it did not answer,`;
      onBehalfOf([type === ASKING[0] ? "REF-JOIN-03" : "REF-CHOICE-07"], () =>
        expect(next.type, what, next).is("GAME_ERROR"),
      );
    }
}
