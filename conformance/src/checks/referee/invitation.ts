import type { RefereeFixture } from "../../fixtures/referee-fixture.js";
import { joins } from "../../peers/actors/behaviour.js";
import { isAmbiguous } from "../../profiles/waived.js";
import { rule } from "../../rule.js";
import { invitesToItsMatch } from "../../rules/match-member-rules.js";
import { oneConversation, oneConversationForBoth } from "../../rules/match-rules.js";
import { joinDeadline, notBefore } from "../../time/match-times.js";
import { quickMatch } from "../../time/protocol-deadlines.js";
import { times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import { onBehalfOf } from "../../verdict.js";
import { ended } from "./helpers/match-outcome.js";
import { EVERY_MATCH, IN_SERIES, keeps, oneMatch, sentAtOnce } from "./helpers/played-matches.js";

/** How long B takes to join. In milliseconds. */
const SLOWLY = joinDeadline * 0.75;
const THOUGHT_MS = joinDeadline / 2;

export const invitationChecks: readonly Check<RefereeFixture>[] = [
  rule({
    id: "referee/invitation/asks-when-both-have-joined",
    title: "asks no player for a choice before both have joined",
    decides: ["REF-INV-04"],
    slow: true,
    over: oneMatch({ b: { join: joins({ afterMs: SLOWLY }) } }, { steps: [quickMatch(), joinDeadline] }),
    judge({ match }, { expect }) {
      ended(match);
      const [invitation] = match.to("B", "GAME_INVITATION");
      for (const { at_ms, playerId } of match.calls) {
        const waited = at_ms - (invitation?.at_ms ?? 0);
        expect
          .time(
            waited,
            `the time from the invitation of B, which joins after ${SLOWLY} ms, to the choice call to ${playerId}`,
          )
          .isAtLeast(notBefore(SLOWLY));
      }
    },
  }),
  /** Both think for a while: who invites one after the other cannot have invited the second before the first has answered. */
  rule({
    id: "referee/invitation/invites-both-at-once",
    title: "invites both players at the same time",
    decides: ["REF-INV-01"],
    slow: true,
    over: oneMatch(
      { a: { join: joins({ afterMs: THOUGHT_MS }) }, b: { join: joins({ afterMs: THOUGHT_MS }) } },
      { steps: [quickMatch(), times(2, joinDeadline)] },
    ),
    judge({ match }, { expect, notExercised }) {
      ended(match);
      const [a, b] = [match.to("A", "GAME_INVITATION")[0], match.to("B", "GAME_INVITATION")[0]];
      if (a === undefined || b === undefined)
        return notExercised("not both players were invited", ["REF-RUN-01"]);
      expect
        .time(Math.abs(a.at_ms - b.at_ms), "the time between the two invitations")
        .isAtMost(THOUGHT_MS / 2);
    },
  }),
  rule({
    id: "referee/invitation/names-the-match",
    title: "puts league, round, match, opponent and the addressee's own role into each invitation",
    decides: ["REF-INV-02"],
    ...IN_SERIES,
    judge({ match: { matchId, leagueId, roundId, playerA, playerB, invitations } }, fixture) {
      for (const sent of invitations) {
        const { side, message } = sent;
        const addressee = side === "A" ? playerA : playerB;
        const opponent = side === "A" ? playerB : playerA;
        const invitation = fixture.expect(message, `the invitation of ${addressee.id}`, sent);
        invitation.at("/league_id").is(leagueId);
        invitation.at("/round_id").is(roundId);
        invitation.at("/match_id").is(matchId);
        invitation.at("/opponent_id").is(opponent.id);
        if (fixture.dialect !== "flat" && !isAmbiguous(fixture.profile, "GAME_INVITATION", "/role_in_match"))
          invitation.at("/role_in_match").is(`PLAYER_${side}`);
      }
    },
  }),
  rule({
    id: "referee/invitation/one-conversation",
    title:
      "uses one conversation_id for all messages to both players of a match, and another one for each match",
    decides: ["REF-INV-03"],
    ...IN_SERIES,
    judge({ match: { matchId, invitations, calls, gameOvers } }, { expect }) {
      const [first, ...others] = [...invitations, ...calls, ...gameOvers];
      const conversation = first?.message.conversation_id;
      onBehalfOf(["TRN-ENV-01"], () =>
        expect(conversation, `conversation_id of the first invitation to ${matchId}`).isText(),
      );
      for (const sent of others) {
        const what = `conversation_id of ${String(sent.message.message_type)} to ${sent.playerId} in ${matchId}`;
        expect(sent.message.conversation_id, what, sent).is(conversation);
      }
    },
    afterwards(parts, { expect }) {
      const used = new Map<unknown, string>();
      for (const { match } of parts) {
        const conversation = match.invitations[0]?.message.conversation_id;
        expect.that(!used.has(conversation), {
          diagnosis: `${match.matchId} uses the conversation_id ${JSON.stringify(conversation)}, which ${used.get(conversation)} has used`,
          expected: "a different conversation_id for each match",
          received: JSON.stringify(conversation) ?? "nothing",
        });
        used.set(conversation, match.matchId);
      }
    },
  }),
  rule({
    id: "referee/invitation/both-at-once-throughout",
    title: "invites both players of every match at the same time",
    decides: ["REF-INV-01"],
    ...sentAtOnce("GAME_INVITATION"),
  }),
  rule({
    id: "referee/invitation/names-the-match-throughout",
    title: "names league, round, match, opponent and role in every invitation, the repeated ones included",
    decides: ["REF-INV-02"],
    over: EVERY_MATCH,
    judge: keeps(invitesToItsMatch),
  }),
  rule({
    id: "referee/invitation/one-conversation-for-both-throughout",
    title: "sends each invitation, choice call and GAME_OVER of a match under one conversation_id",
    decides: ["REF-INV-03"],
    over: EVERY_MATCH,
    judge: keeps(oneConversationForBoth),
  }),
  rule({
    id: "referee/invitation/one-conversation-throughout",
    title: "sends the errors and each report of a match under the conversation_id of its invitations",
    decides: ["REF-INV-05"],
    over: EVERY_MATCH,
    judge: keeps(oneConversation),
  }),
];
