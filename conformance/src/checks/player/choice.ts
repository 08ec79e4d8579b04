import { deadlineOf } from "../../contract.js";
import type { PlayerFixture } from "../../fixtures/player-fixture.js";
import { valueAt } from "../../json/pointer.js";
import type { MessageOverrides } from "../../peers/peer-client.js";
import { answersTo, times } from "../../time/steps.js";
import { utc } from "../../time/utc.js";
import type { Check } from "../../types.js";
import { onBehalfOf } from "../../verdict.js";
import {
  chosen,
  expectChoice,
  inMatch,
  isChoice,
  matches,
  skipUnlessPlaying,
} from "./helpers/match-steps.js";
import {
  expectConversation,
  expectImpostorRefused,
  expectItself,
  SEVERAL_CHOICES,
  severalChoices,
} from "./helpers/player-behaviour.js";

const AN_HOUR_MS = 60 * 60 * 1_000;

export const choiceChecks: readonly Check<PlayerFixture>[] = [
  /** A referee repeats a call without an answer, as a new request or with the same id. */
  {
    id: "player/choice/chooses-again",
    title: "answers the call for its choice again when it is repeated for the same match",
    decides: ["PLY-CHOICE-07", "PLY-CHOICE-01"],
    steps: [matches(1), answersTo("CHOOSE_PARITY_CALL", "CHOOSE_PARITY_CALL")],
    async run(fixture) {
      const { player, expect } = fixture;
      await inMatch(fixture, async (match) => {
        await chosen(fixture, match, { id: 2 });
        for (const [what, overrides] of [
          ["repeated with a new id", {}],
          ["repeated with the same id", { id: 2 }],
        ] as const) {
          const answer = await match.askChoice(player, overrides);
          onBehalfOf(["PLY-CHOICE-07"], () =>
            expectChoice(fixture, answer, `the call for its choice, ${what},`),
          );
          onBehalfOf(["PLY-CHOICE-01"], () =>
            expect
              .time(answer.ms, `the answer to the call, ${what},`)
              .isAtMost(deadlineOf("CHOOSE_PARITY_CALL")),
          );
        }
      });
    },
  },
  {
    id: "player/choice/chooses-in-time",
    title: "answers the call for its choice with CHOOSE_PARITY_RESPONSE within its deadline",
    decides: ["PLY-CHOICE-01"],
    steps: [matches(2)],
    async run(fixture) {
      const { player, expect } = fixture;
      for (const role of ["PLAYER_A", "PLAYER_B"] as const) {
        await inMatch(
          fixture,
          async (match) => {
            const answer = await match.askChoice(player);
            expectChoice(fixture, answer, `the call for its choice as ${role}`);
            expect
              .time(answer.ms, "the answer to the call for its choice")
              .isAtMost(deadlineOf("CHOOSE_PARITY_CALL"));
          },
          { role },
        );
      }
    },
  },
  /** As RA writes the call: the context has no standings, and the deadline no dashes, colons or fraction. */
  {
    id: "player/choice/chooses-with-less",
    title: "chooses without your_standings, and with a deadline in the compact form",
    decides: ["PLY-CHOICE-09"],
    steps: [matches(3)],
    async run(fixture) {
      await skipUnlessPlaying(fixture);
      const deadline = utc(fixture.clock.now() + deadlineOf("CHOOSE_PARITY_CALL"));
      const compact = deadline.replaceAll(/[-:]|\.\d+/g, "");
      const calls: [string, MessageOverrides][] = [
        ["a call without your_standings", { remove: ["/context/your_standings"] }],
        [`a call with the deadline ${compact}`, { set: { "/deadline": compact } }],
      ];
      for (const [what, overrides] of calls) {
        await inMatch(fixture, async (match) =>
          expectChoice(fixture, await match.askChoice(fixture.player, overrides), what),
        );
      }
    },
  },
  {
    id: "player/choice/echoes-conversation",
    title: "chooses with the conversation_id of the call",
    decides: ["PLY-CHOICE-05"],
    steps: [times(2, matches(1), answersTo("CHOOSE_PARITY_CALL"))],
    async run(fixture) {
      for (let i = 0; i < 2; i += 1) {
        await inMatch(fixture, async (match) => {
          expectConversation(fixture, await chosen(fixture, match), match, "the choice");
          const again = await match.askChoice(fixture.player);
          // Another check judges whether it answers again.
          const what = "the choice, in answer to a repeated call,";
          if (isChoice(again)) expectConversation(fixture, again.result, match, what);
        });
      }
    },
  },
  /** Two matches, to find an answer that is correct only for the first. */
  {
    id: "player/choice/echoes-match",
    title: "chooses with the match_id of the call and its own player_id",
    decides: ["PLY-CHOICE-06"],
    steps: [matches(2), times(2, answersTo("CHOOSE_PARITY_CALL"))],
    async run(fixture) {
      for (const role of ["PLAYER_A", "PLAYER_B"] as const) {
        await inMatch(
          fixture,
          async (match) => {
            const choice = await chosen(fixture, match);
            fixture.expect(choice.match_id, "match_id of the choice").is(match.id);
            expectItself(fixture, choice, "choice");
            // Sent an hour ago: transport/envelope/timestamp judges a player that copies the timestamp of the request.
            const timestamp = utc(fixture.clock.now() - AN_HOUR_MS);
            const again = await match.askChoice(fixture.player, { set: { "/timestamp": timestamp } });
            // Another check judges whether it answers again.
            if (!isChoice(again)) return;
            fixture.expect(again.result.match_id, "match_id of the choice, called again").is(match.id);
            expectItself(fixture, again.result, "choice, called again");
          },
          { role },
        );
      }
    },
  },
  /** Reads the body itself, because the profile accepts either case. */
  {
    id: "player/choice/flat-lower-case",
    title: "writes its choice in lower case in the flat dialect",
    decides: ["PLY-CHOICE-04"],
    steps: [matches(1)],
    run: (fixture) =>
      inMatch(fixture, async (match) => {
        const answer = await match.askChoice(fixture.player);
        expectChoice(fixture, answer);
        const { json } = answer;
        const choice =
          valueAt(json, "/result/choice") ?? valueAt(json, "/params/choice") ?? answer.result.parity_choice;
        fixture.expect(choice, "choice of the PARITY_CHOICE").isOneOf(["even", "odd"]);
      }),
  },
  /** The flat documents contradict each other on the case. The profile only converts to lower case. */
  {
    id: "player/choice/flat-valid-parity",
    title: 'chooses "even" or "odd" in the flat dialect, in either case',
    decides: ["PLY-CHOICE-03"],
    steps: [SEVERAL_CHOICES],
    run: (fixture) => expectChoiceOf(fixture, "choice of the PARITY_CHOICE", ["even", "odd", "EVEN", "ODD"]),
  },
  /** Other checks ignore late and invalid choices; these two report them. */
  {
    id: "player/choice/valid-throughout",
    title: 'chooses exactly "even" or "odd" each time, however many matches it has played',
    decides: ["PLY-CHOICE-02"],
    needs: { observes: true },
    steps: [],
    async run({ seen: { choices }, expect, noteReceived, notExercised }) {
      if (choices.length === 0) notExercised("the player has made no choice", ["PLY-CHOICE-01"]);
      noteReceived(choices.length);
      for (const [index, choice] of choices.entries())
        expect(choice, `parity_choice number ${index + 1} of ${choices.length}`).isOneOf(["even", "odd"]);
    },
  },
  {
    id: "player/choice/never-late",
    title: "answers each call for its choice in time, also the first one after its start",
    decides: ["PLY-CHOICE-01"],
    needs: { observes: true },
    steps: [],
    async run({ seen, expect, noteReceived, notExercised }) {
      const { done, missed } = seen.choose;
      if (done === 0) notExercised("the player has made no choice", ["PLY-CHOICE-01"]);
      noteReceived(done + missed);
      const late_ms = seen.lateChoices_ms;
      const what = `the answer to ${late_ms.length} of ${done + missed} calls for its choice, while no other match was open,`;
      expect.time(Math.max(0, ...late_ms), what).isAtMost(deadlineOf("CHOOSE_PARITY_CALL"));
    },
  },
  /** A twin control: the same call for its opponent and for the player itself. */
  {
    id: "player/choice/refuses-for-others",
    title: "refuses a call that names another player, with E005",
    decides: ["PLY-CHOICE-12"],
    steps: [matches(2), answersTo("CHOOSE_PARITY_CALL")],
    run: (fixture) =>
      expectImpostorRefused(fixture, (match) => ({
        differ: "player_id",
        wrong: () => match.askChoice(fixture.player, { set: { "/player_id": match.opponent } }),
        right: () => match.askChoice(fixture.player),
        because: ["E005"],
      })),
  },
  /** A twin control: the same referee calls in another match, and in the one that the player has joined. */
  {
    id: "player/choice/refuses-uninvited",
    title: "refuses a call for a match to which it was not invited, with E006 or E008",
    decides: ["PLY-CHOICE-12"],
    steps: [matches(2), answersTo("CHOOSE_PARITY_CALL")],
    run: (fixture) =>
      expectImpostorRefused(fixture, (match) => ({
        differ: "match_id",
        wrong: () => fixture.league.match({}, match.referee).askChoice(fixture.player),
        right: () => match.askChoice(fixture.player),
        because: ["E006", "E008"],
      })),
  },
  {
    id: "player/choice/valid-parity",
    title: 'chooses exactly "even" or "odd", in lower case',
    decides: ["PLY-CHOICE-02"],
    steps: [SEVERAL_CHOICES],
    run: (fixture) => expectChoiceOf(fixture, "parity_choice of the CHOOSE_PARITY_RESPONSE", ["even", "odd"]),
  },
];

async function expectChoiceOf(
  fixture: PlayerFixture,
  member: string,
  allowed: readonly string[],
): Promise<void> {
  for (const { choice, when } of await severalChoices(fixture))
    fixture.expect(choice.parity_choice, `${member}, ${when},`).isOneOf(allowed);
}
