import type { RefereeFixture } from "../../fixtures/referee-fixture.js";
import { describeChoice, WRONG_CHOICES, wrongChoices } from "../../negatives/wrong-choices.js";
import { chooses, choosesRaw, joins } from "../../peers/behaviour.js";
import { asksAboutItsMatch, hasCounts } from "../../peers/match-member-rules.js";
import { askedOnce } from "../../peers/match-rules.js";
import { rule } from "../../rule.js";
import {
  askedAtMost,
  choiceDeadline,
  joinDeadline,
  justInside,
  refusedMatch,
  runInSequence,
} from "../../time/match-times.js";
import { quickMatch } from "../../time/protocol-deadlines.js";
import { times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import { onBehalfOf } from "../../verdict.js";
import {
  assertChoiceUnpublished,
  assertEnded,
  choiceOf,
  isNone,
  missedBy,
  progressOf,
  winnerIn,
} from "./helpers/match-outcome.js";
import { EVERY_MATCH, keeps, playCases } from "./helpers/played-matches.js";
import { assertLostAfterEnd, assertTimelyLoss, failingMatch } from "./helpers/silence.js";
import { expectFullDeadline, invitesOrAsksAgain, repeatsTheSame } from "./helpers/timing.js";

const A_SILENT = failingMatch("player A never answers a choice call");

const INVALID_CHOICES = ["banana", "EVEN"];

const B_SILENT = failingMatch("player B never answers a choice call");

/** No new match with wrong choices begins after this, enough for eight with a referee that plays one at a time and pauses. */
const WRONG_CHOICES_MS = 8 * refusedMatch;

export const choiceRetriesChecks: readonly Check<RefereeFixture>[] = [
  rule({
    id: "referee/choice/asks-once-throughout",
    title: "asks no player again that has answered the choice call with a legal choice, in any match",
    decides: ["REF-CHOICE-05"],
    over: EVERY_MATCH,
    judge: keeps(askedOnce),
  }),
  rule({
    id: "referee/choice/says-what-is-asked-throughout",
    title:
      "names match, addressee, game, opponent and round in every choice call, the repeated ones included",
    decides: ["REF-CHOICE-03"],
    over: EVERY_MATCH,
    judge: keeps(asksAboutItsMatch),
  }),
  rule({
    id: "referee/choice/tells-counts-throughout",
    title: "sends the addressee its wins, losses and draws as numbers in every choice call",
    decides: ["REF-CHOICE-04"],
    over: EVERY_MATCH,
    judge: keeps(hasCounts),
  }),
  rule({
    id: "referee/choice/asks-again",
    title:
      "sends a player GAME_ERROR after each missed choice call, and asks it again after 2 s, three times in all",
    decides: ["REF-CHOICE-07"],
    over: A_SILENT,
    judge(match, fixture) {
      invitesOrAsksAgain(fixture, match, "CHOOSE_PARITY_CALL", choiceDeadline);
      repeatsTheSame(fixture, match, "A", "CHOOSE_PARITY_CALL");
    },
  }),
  /** The last of the four calls is answered correctly, which shows that each of them counts. */
  {
    id: "referee/choice/asks-again-after-invalid-choice",
    title:
      "answers an invalid choice, one in capitals included, with GAME_ERROR E004 and the call again, three times in all",
    decides: ["REF-CHOICE-10"],
    concurrent: true,
    steps: [runInSequence(INVALID_CHOICES.length, refusedMatch)],
    async run(fixture) {
      const { league, expect } = fixture;
      const cases = INVALID_CHOICES.map((sent) => ({
        sent,
        what: `A answered all but the last of ${askedAtMost} choice calls with "${sent}"`,
        a: { choice: [...Array.from({ length: askedAtMost - 1 }, () => choosesRaw(sent)), chooses("odd")] },
        b: { choice: chooses("even") },
        timeoutMs: refusedMatch,
      }));
      await playCases(league, cases, (match, { what, sent }) => {
        const outcome = assertEnded(match, what);
        expect(match.to("A", "CHOOSE_PARITY_CALL").length, `how often A was asked, when ${what}`).is(
          askedAtMost,
        );
        const codes = match.to("A", "GAME_ERROR").map(({ message }) => message.error_code);
        expect(codes, `the codes of the GAME_ERRORs, when ${what}`).is(
          Array.from({ length: askedAtMost - 1 }, () => "E004"),
        );
        const published = choiceOf(outcome, match.playerA);
        // "even" is the referee's reading of "EVEN"; A has sent no other choice like it.
        const isInvented = published === "even" && sent !== "EVEN";
        onBehalfOf([isInvented ? "REF-DRAW-06" : "REF-CHOICE-10"], () =>
          expect(published, `the published choice of A, when ${what}, and the last one with "odd"`).is("odd"),
        );
        const { playerA, playerB } = match;
        const winner = Number(outcome.number) % 2 === 1 ? playerA.id : playerB.id;
        const facts = `${what}, and the last one with "odd", B with "even", and ${String(outcome.number)} was drawn`;
        expect(winnerIn(fixture, outcome), `the winner when ${facts}`).is(winner);
      });
    },
  },
  /** The same as `loses-by-silence` for player B. */
  rule({
    id: "referee/choice/b-loses-by-silence",
    title: "names player A as the winner when player B answers no choice call",
    decides: ["REF-LOSS-01"],
    over: B_SILENT,
    judge: (match, fixture) => assertLostAfterEnd(fixture, match, ["B", "CHOOSE_PARITY_CALL"]),
  }),
  {
    id: "referee/choice/counts-even-and-odd-only",
    title:
      "neither counts nor publishes a choice that is not even or odd, nor names its player as the winner",
    decides: ["REF-CHOICE-08"],
    concurrent: true,
    steps: [WRONG_CHOICES_MS, refusedMatch],
    run: (fixture) => tryWrongChoices(fixture),
  },
  /** The loss follows the first missed deadline (RC) or the fourth (IS): not before the first, and not after the fourth. */
  rule({
    id: "referee/choice/loses-by-silence",
    title:
      "gives a player that answers no choice call a technical loss, neither before its first deadline nor after its fourth",
    decides: ["REF-CHOICE-06", "REF-LOSS-01"],
    over: A_SILENT,
    judge: (match, fixture) => assertTimelyLoss(fixture, match, ["A", "CHOOSE_PARITY_CALL"]),
  }),
  /** Shortly before the deadline, for both players: an answer in time counts, and no player is asked again. */
  {
    id: "referee/choice/waits-for-the-deadline",
    title: "counts a choice that arrives shortly before its deadline, and does not ask again meanwhile",
    decides: ["REF-CHOICE-05"],
    concurrent: true,
    steps: [quickMatch(), joinDeadline, times(2, choiceDeadline)],
    async run(fixture) {
      const { league, expect, timely, notExercised } = fixture;
      const [late, type] = [justInside(choiceDeadline), "CHOOSE_PARITY_CALL"] as const;
      // The 30 s start with the call, without the time for joining.
      const match = await league.runMatch({
        a: { join: joins({ afterMs: 0.7 * joinDeadline }), choice: chooses("odd", { afterMs: late }) },
        b: { choice: chooses("even", { afterMs: late }) },
        timeoutMs: quickMatch() + joinDeadline + 2 * choiceDeadline,
      });
      const slow = [
        [match.playerB, "B", "even"],
        [match.playerA, "A", "odd"],
      ] as const;
      for (const [, side] of slow)
        expectFullDeadline(fixture, match, { side, type, deadline_ms: choiceDeadline, answered_ms: late });
      timely(choiceDeadline - late, () => {
        for (const [{ id }, side] of slow) {
          const asked = match.to(side, "CHOOSE_PARITY_CALL").length;
          if (asked === 0)
            notExercised(`${id} was not asked for its choice: ${progressOf(match)}`, missedBy(match));
          expect(asked, `how often ${id} was asked, which chose ${late} ms after its call`).is(1);
        }
        const outcome = assertEnded(match, `A and B chose ${late} ms after their calls`);
        for (const [player, , choice] of slow) {
          const what = `the choice of ${player.id}, which sent "${choice}" ${late} ms after its call`;
          const published = choiceOf(outcome, player);
          onBehalfOf([isNone(published, player) ? "REF-CHOICE-05" : "REF-DRAW-06"], () =>
            expect(published, what).is(choice),
          );
        }
      });
    },
  },
];

/**
 * Each call gets another wrong choice; the remaining ones are tried in later matches. A referee that accepts a
 * particular word is found only if that word is tried, so the transcript ends with the number of tried choices.
 */
async function tryWrongChoices(fixture: RefereeFixture): Promise<void> {
  const { league, clock } = fixture;
  const left = wrongChoices(fixture.random);
  const end_ms = clock.now() + WRONG_CHOICES_MS;
  while (left.length > 0 && clock.now() < end_ms) {
    const cases = Array.from({ length: league.capacity }, () => wrongCase(left.splice(0, askedAtMost)));
    await playCases(
      league,
      cases.filter(({ values }) => values.length > 0),
      (match, { what, values }) => {
        const { winner, from } = assertEnded(match, what);
        assertChoiceUnpublished(fixture, match, "A", what);
        fixture.expect(winner, `the winner in ${from} of a match in which ${what}`).isNot(match.playerA.id);
        left.push(...values.slice(Math.max(1, match.to("A", "CHOOSE_PARITY_CALL").length)));
      },
    );
  }
  const tried = WRONG_CHOICES.length - left.length;
  const share = Math.floor((100 * tried) / WRONG_CHOICES.length);
  fixture.conclude(
    `${tried} of ${WRONG_CHOICES.length} wrong choices were tried: a referee that takes any one of them for a choice is found with a probability of ${share} %`,
  );
}

/** A sends these choices in order, and then no answer. */
function wrongCase(values: readonly unknown[]) {
  return {
    values,
    what: `A answered its choice calls with ${values.map(describeChoice).join(", then ")}`,
    a: { choice: values.map((value) => choosesRaw(value)) },
    b: { choice: chooses("odd") },
    timeoutMs: refusedMatch,
  };
}
