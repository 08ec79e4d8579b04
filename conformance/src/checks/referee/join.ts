import { deadlineOf, errors } from "../../contract.js";
import type { RefereeFixture } from "../../fixtures/referee-fixture.js";
import { valueAt } from "../../json/pointer.js";
import { show } from "../../json/text.js";
import { chooses, joins } from "../../peers/actors/behaviour.js";
import { type Judging, rule } from "../../rule.js";
import { choiceOf, isPlayedAgain, named, type Seen } from "../../rules/match-rules.js";
import { joinDeadline, justInside, notBefore } from "../../time/match-times.js";
import { quickMatch } from "../../time/protocol-deadlines.js";
import { times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import { onBehalfOf } from "../../verdict.js";
import { assertEnded, missedBy, progressOf } from "./helpers/match-outcome.js";
import { EVERY_MATCH, NOTHING_SHOWN, OTHER_MEMBERS, oneMatch } from "./helpers/played-matches.js";
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

const ASKING = ["GAME_INVITATION", "CHOOSE_PARITY_CALL"];

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
    judge(part, about) {
      if (about.leagueForm !== "canonical") return about.notApplicable(OTHER_MEMBERS);
      tellsRetries(part, about);
      reportsMisses(part, about);
    },
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
