import type { RefereeFixture } from "../../fixtures/referee-fixture.js";
import { chooses, joins } from "../../peers/actors/behaviour.js";
import { rule } from "../../rule.js";
import { hasRetries, reportsMisses } from "../../rules/match-member-rules.js";
import { joinDeadline, justInside } from "../../time/match-times.js";
import { quickMatch } from "../../time/protocol-deadlines.js";
import { times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import { onBehalfOf } from "../../verdict.js";
import { assertEnded, choiceOf, missedBy, progressOf } from "./helpers/match-outcome.js";
import { EVERY_MATCH, keeps, NOTHING_SHOWN, oneMatch } from "./helpers/played-matches.js";
import { assertLostAfterEnd, assertTimelyLoss, failingMatch } from "./helpers/silence.js";
import {
  asksEachAsOften,
  expectFullDeadline,
  invitesOrAsksAgain,
  repeatsTheSame,
  staysOpenEachTime,
} from "./helpers/timing.js";

const B_SILENT = failingMatch("player B never answers an invitation");

const A_SILENT = failingMatch("player A never answers an invitation");

const BOTH_SILENT = failingMatch("neither player answers an invitation");

/** After the invitation. */
const almost = justInside(joinDeadline);
const ALMOST_LATE = { join: joins({ afterMs: almost }), choice: chooses("odd") };

export const joinChecks: readonly Check<RefereeFixture>[] = [
  rule({
    id: "referee/join/tells-retries-throughout",
    title:
      "sends a GAME_ERROR with a code and the count of retries each time before it invites or asks again",
    decides: ["REF-JOIN-03", "REF-CHOICE-07", "REF-CHOICE-10", "REF-LOSS-08"],
    over: EVERY_MATCH,
    where: ({ match: { errors, playerA, playerB } }) =>
      [errors, playerA.unanswered, playerB.unanswered].some(({ length }) => length > 0),
    none: NOTHING_SHOWN,
    judge: keeps((...seen) => hasRetries(...seen) ?? reportsMisses(...seen)),
  }),
  /** The same as `loses-by-silence` for player B. */
  rule({
    id: "referee/join/b-loses-by-silence",
    title: "names player A as the winner when player B answers no invitation",
    decides: ["REF-LOSS-01"],
    over: B_SILENT,
    judge: (match, fixture) => assertLostAfterEnd(fixture, match, ["B", "GAME_INVITATION"]),
  }),
  rule({
    id: "referee/join/invites-again",
    title:
      "sends a player GAME_ERROR after each missed invitation, and invites it again after 2 s, three times in all",
    decides: ["REF-JOIN-03"],
    over: A_SILENT,
    judge(match, fixture) {
      invitesOrAsksAgain(fixture, match, "GAME_INVITATION", joinDeadline);
      repeatsTheSame(fixture, match, "A", "GAME_INVITATION");
    },
  }),
  /** With one silent player, a referee that counts the retries of both together is right. */
  rule({
    id: "referee/join/invites-both-again",
    title: "invites each of two players again three times when neither answers an invitation",
    decides: ["REF-JOIN-03"],
    over: BOTH_SILENT,
    judge: (match, fixture) => asksEachAsOften(fixture, match, "GAME_INVITATION", joinDeadline),
  }),
  /** The loss follows the first missed deadline (RC) or the fourth (IS): not before the first, and not after the fourth. */
  rule({
    id: "referee/join/loses-by-silence",
    title:
      "gives a player that answers no invitation a technical loss, neither before its first deadline nor after its fourth",
    decides: ["REF-JOIN-02", "REF-LOSS-01"],
    over: A_SILENT,
    judge: (match, fixture) => assertTimelyLoss(fixture, match, ["A", "GAME_INVITATION"]),
  }),
  /** A repeated message may be built by other code, with other faults than the first one. */
  rule({
    id: "referee/join/repeats-the-same",
    title: "repeats an invitation unchanged, and waits as long for its answer",
    decides: ["REF-INV-02", "REF-INV-03", "REF-JOIN-01"],
    over: B_SILENT,
    judge(match, fixture) {
      repeatsTheSame(fixture, match, "B", "GAME_INVITATION");
      staysOpenEachTime(fixture, match, "B", "GAME_INVITATION", joinDeadline);
    },
  }),
  /** Shortly before the deadline: a join in time counts, and no player is invited again. */
  rule({
    id: "referee/join/waits-for-the-deadline",
    title: "counts a join that arrives shortly before its deadline, and does not invite again meanwhile",
    decides: ["REF-JOIN-01"],
    over: oneMatch(
      { a: ALMOST_LATE, b: ALMOST_LATE },
      { concurrent: true, steps: [quickMatch(), times(2, joinDeadline)] },
    ),
    judge({ match }, fixture) {
      const { expect, timely, notExercised } = fixture;
      const what = `A and B joined ${almost} ms after their invitations`;
      const invited = match.to("A", "GAME_INVITATION").length;
      if (invited === 0) return notExercised(`A was not invited: ${progressOf(match)}`, missedBy(match));
      for (const side of ["A", "B"] as const)
        expectFullDeadline(fixture, match, {
          side,
          type: "GAME_INVITATION",
          deadline_ms: joinDeadline,
          answered_ms: almost,
        });
      timely(joinDeadline - almost, () => {
        expect(invited, `how often A was invited, which joined ${almost} ms after its invitation`).is(1);
        const choice = choiceOf(assertEnded(match, what), match.playerA);
        const itsChoice = `the choice of A, which joined ${almost} ms after its invitation and then sent "odd"`;
        // A player that is asked for its choice has joined in time.
        const isAsked = match.to("A", "CHOOSE_PARITY_CALL").length > 0;
        onBehalfOf([isAsked ? "REF-DRAW-06" : "REF-JOIN-01"], () => expect(choice, itsChoice).is("odd"));
      });
    },
  }),
];
