import { deadlineOf } from "../../contract.js";
import type { PlayerFixture } from "../../fixtures/player-fixture.js";
import { valueAt } from "../../json/pointer.js";
import type { MessageOverrides } from "../../peers/peer-client.js";
import { rule } from "../../rule.js";
import { answersTo } from "../../time/steps.js";
import { utc } from "../../time/utc.js";
import type { Check } from "../../types.js";
import { onBehalfOf } from "../../verdict.js";
import { expectChoice, inMatch, matches, skipUnlessPlaying } from "./helpers/match-steps.js";
import { expectImpostorRefused } from "./helpers/player-behaviour.js";
import {
  answersInTime,
  answersWith,
  choosesOneOf,
  copiesConversation,
  isRepeated,
  isReplyTo,
  NO_CHOICE,
  namesMatchAndItself,
  USUAL_PLAY,
} from "./helpers/usual-play.js";

export const choiceChecks: readonly Check<PlayerFixture>[] = [
  rule({
    id: "player/choice/chooses-again",
    title: "answers the call for its choice again when it is repeated for the same match",
    decides: ["PLY-CHOICE-07", "PLY-CHOICE-01"],
    over: USUAL_PLAY,
    where: isRepeated("CHOOSE_PARITY_CALL"),
    none: NO_CHOICE,
    judge(exchange, fixture) {
      onBehalfOf(["PLY-CHOICE-07"], () => answersWith(exchange, fixture, "CHOOSE_PARITY_RESPONSE"));
      onBehalfOf(["PLY-CHOICE-01"], () => answersInTime(exchange, fixture));
    },
  }),
  rule({
    id: "player/choice/chooses-in-time",
    title: "answers the call for its choice with CHOOSE_PARITY_RESPONSE within its deadline",
    decides: ["PLY-CHOICE-01"],
    over: USUAL_PLAY,
    where: ({ type, kind }) => type === "CHOOSE_PARITY_CALL" && kind === "first",
    judge(exchange, fixture) {
      answersWith(exchange, fixture, "CHOOSE_PARITY_RESPONSE");
      answersInTime(exchange, fixture);
    },
  }),
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
  rule({
    id: "player/choice/echoes-conversation",
    title: "chooses with the conversation_id of the call",
    decides: ["PLY-CHOICE-05"],
    over: USUAL_PLAY,
    where: isReplyTo("CHOOSE_PARITY_CALL"),
    none: NO_CHOICE,
    judge: copiesConversation,
  }),
  rule({
    id: "player/choice/echoes-match",
    title: "chooses with the match_id of the call and its own player_id",
    decides: ["PLY-CHOICE-06"],
    over: USUAL_PLAY,
    where: isReplyTo("CHOOSE_PARITY_CALL"),
    none: NO_CHOICE,
    judge: namesMatchAndItself,
  }),
  /** Reads the body itself, because the profile accepts either case. */
  rule({
    id: "player/choice/flat-lower-case",
    title: "writes its choice in lower case in the flat dialect",
    decides: ["PLY-CHOICE-04"],
    over: USUAL_PLAY,
    where: isReplyTo("CHOOSE_PARITY_CALL"),
    none: NO_CHOICE,
    judge({ json, message, what }, { expect }) {
      const choice =
        valueAt(json, "/result/choice") ?? valueAt(json, "/params/choice") ?? message.parity_choice;
      expect(choice, `choice in the answer to ${what}`).isOneOf(["even", "odd"]);
    },
  }),
  /** The flat documents contradict each other on the case. The profile only converts to lower case. */
  rule({
    id: "player/choice/flat-valid-parity",
    title: 'chooses "even" or "odd" in the flat dialect, in either case',
    decides: ["PLY-CHOICE-03"],
    over: USUAL_PLAY,
    where: isReplyTo("CHOOSE_PARITY_CALL"),
    none: NO_CHOICE,
    judge: choosesOneOf("even", "odd", "EVEN", "ODD"),
  }),
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
  rule({
    id: "player/choice/valid-parity",
    title: 'chooses exactly "even" or "odd", in lower case',
    decides: ["PLY-CHOICE-02"],
    over: USUAL_PLAY,
    where: isReplyTo("CHOOSE_PARITY_CALL"),
    none: NO_CHOICE,
    judge: choosesOneOf("even", "odd"),
  }),
];
