import { deadlineOf } from "../../contract.js";
import type { PlayerFixture } from "../../fixtures/member-fixtures.js";
import { type JsonObject, valueAt } from "../../json.js";
import type { MessageOverrides } from "../../peers/exchange/peer-client.js";
import type { Match } from "../../peers/match.js";
import { rule } from "../../rules/rule.js";
import { utc } from "../../time/iso-time.js";
import { answersTo, times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import {
  asked,
  chosen,
  endMatches,
  expectChoice,
  expectConversation,
  inMatch,
  joinedAtOnce,
  matches,
  notifications,
  refusesCalls,
  skipUnlessPlaying,
} from "./helpers/match-steps.js";
import {
  answersInTime,
  answersWith,
  choosesOneOf,
  copiesConversation,
  isOf,
  isReplyTo,
  NO_CHOICE,
  namesMatchAndItself,
  USUAL_PLAY,
} from "./helpers/usual-play.js";

const OF_CHOICES = {
  over: USUAL_PLAY,
  where: isReplyTo("CHOOSE_PARITY_CALL"),
  none: NO_CHOICE,
} as const;

const MATCHES = 4;

/** Members in which known players send their choice; the first is that of the wire form. */
const CHOICE_MEMBERS = ["parity_choice", "choice"] as const;

const TIMES = 5;

/** The ends of the conversation_id of the call. */
const CONVERSATIONS = [
  ["0a1b2c3d", "a call"],
  ["4e5f6a7b", "the call, repeated,"],
] as const;

export const choiceChecks: readonly Check<PlayerFixture>[] = [
  rule({
    id: "player/choice/chooses-in-time",
    title: "answers the call for its choice with CHOOSE_PARITY_RESPONSE within its deadline",
    decides: ["PLY-CHOICE-01"],
    over: USUAL_PLAY,
    where: isOf("CHOOSE_PARITY_CALL", "first"),
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
    id: "player/choice/echoes-match",
    title: "chooses with the match_id of the call and its own player_id",
    decides: ["PLY-CHOICE-06"],
    ...OF_CHOICES,
    judge: namesMatchAndItself,
  }),
  rule({
    id: "player/choice/valid-parity",
    title: 'chooses exactly "even" or "odd", in lower case',
    decides: ["PLY-CHOICE-02"],
    ...OF_CHOICES,
    judge: choosesOneOf("even", "odd"),
  }),
  rule({
    id: "player/choice/echoes-conversation",
    title: "chooses with the conversation_id of the call",
    decides: ["PLY-CHOICE-05"],
    ...OF_CHOICES,
    judge: copiesConversation,
  }),
  /** Reads the body itself, because the profile accepts either case. */
  rule({
    id: "player/choice/flat-lower-case",
    title: "writes its choice in lower case in the flat dialect",
    decides: ["PLY-CHOICE-04"],
    ...OF_CHOICES,
    judge({ answer: { json }, message, what }, { expect }) {
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
    ...OF_CHOICES,
    judge: choosesOneOf("even", "odd", "EVEN", "ODD"),
  }),
  rule({
    id: "player/choice/never-late",
    title: "answers each call for its choice in time, also the first one after its start",
    decides: ["PLY-CHOICE-01"],
    over: {
      name: "calls for its choice",
      seenBy({ seen, notExercised }: PlayerFixture) {
        const { done, missed } = seen.choose;
        if (done === 0) notExercised("the player has made no choice", ["PLY-CHOICE-01"]);
        return [{ count: done + missed, late_ms: seen.lateChoices_ms }];
      },
      traceOf: ({ count }) => ({ count }),
    },
    judge({ count, late_ms }, { expect }) {
      const what = `the answer to ${late_ms.length} of ${count} calls for its choice, while no other match was open,`;
      expect.time(Math.max(0, ...late_ms), what).isAtMost(deadlineOf("CHOOSE_PARITY_CALL"));
    },
  }),
  /** Twin controls: the same referee calls the player itself, in the match that it has joined. */
  refusesCalls({
    id: "player/choice/refuses-uninvited",
    title:
      "refuses a call for a match to which it was not invited, with E006 or E008, and one that names another player, with E005",
    decides: ["PLY-CHOICE-12"],
    calls: [
      {
        differ: "match_id",
        because: ["E006", "E008"],
        send: (match, { league, player }) => league.match({}, match.referee).askChoice(player),
      },
      {
        differ: "player_id",
        because: ["E005"],
        send: (match, { player }) => match.askChoice(player, { set: { "/player_id": match.opponent } }),
      },
    ],
  }),
  {
    id: "player/choice/refuses-after-the-end",
    title: "refuses a call for a match that is over, with E006 or E008",
    decides: ["PLY-CHOICE-12"],
    unusual: "invalid messages",
    steps: [matches(1), answersTo("CHOOSE_PARITY_CALL")],
    async run(fixture) {
      await skipUnlessPlaying(fixture);
      await inMatch(fixture, (match) =>
        fixture.twins({
          differ: "match_id, that of a match that is over",
          valid: () => asked(fixture, match),
          async invalid() {
            await endMatches(fixture, match);
            return match.askChoice(fixture.player);
          },
          because: ["E006", "E008"],
        }),
      );
    },
  },
  /** Different referees call at the same moment, in another order than that of the joins. */
  {
    id: "player/choice/chooses-in-several-matches",
    title: "answers each of several matches in time and with its own ids",
    decides: ["PLY-CHOICE-10"],
    steps: [matches(2), answersTo("CHOOSE_PARITY_CALL", "GAME_OVER")],
    async run(fixture) {
      await skipUnlessPlaying(fixture);
      const { player, expect } = fixture;
      const matches = await joinedAtOnce(fixture, MATCHES);
      try {
        if (matches.length === 0) fixture.notExercised("the player joined no match", ["PLY-JOIN-01"]);
        expect(matches.length, `how many of ${MATCHES} matches at once it joined`).is(MATCHES);
        const answers = matches
          .toReversed()
          .map(async (match) => ({ match, answer: await match.askChoice(player) }));
        for (const { match, answer } of await Promise.all(answers)) {
          const call = `the call for its choice in ${match.id}, one of ${MATCHES} matches at once,`;
          expectOwnIds(fixture, expectChoice(fixture, answer, call), match, `the answer to ${call}`);
          expect.time(answer.ms, `the answer to ${call}`).isAtMost(deadlineOf("CHOOSE_PARITY_CALL"));
        }
        const [first, ...open] = matches;
        if (first !== undefined) await endMatches(fixture, first);
        for (const match of open.slice(0, 1)) {
          const what = `the call in ${match.id}, repeated when another match had ended,`;
          expectChoice(fixture, await match.askChoice(player), what);
        }
      } finally {
        await endMatches(fixture, ...matches);
      }
    },
  },
  /** Two matches that stand open together. A player need not play both, but its choice names the match. */
  {
    id: "player/choice/keeps-matches-apart",
    title:
      "chooses with the match_id and the conversation_id of the call, also when it was invited elsewhere since",
    decides: ["PLY-CHOICE-05", "PLY-CHOICE-06"],
    steps: [matches(2)],
    async run(fixture) {
      const matches = await joinedAtOnce(fixture, 2);
      try {
        if (matches.length < 2)
          fixture.notExercised("the player does not join two matches at once", [
            "PLY-JOIN-01",
            "PLY-JOIN-06",
          ]);
        for (const match of matches) {
          const what = `the choice in ${match.id}, while another match stood open,`;
          expectOwnIds(fixture, await chosen(fixture, match), match, what);
        }
      } finally {
        await endMatches(fixture, ...matches);
      }
    },
  },
  /**
   * Repeated messages of a referee, the invitation included, must not make the player choose again. A player that does
   * keeps its choice by chance in one of 32 matches.
   */
  {
    id: "player/choice/keeps-its-choice-throughout",
    title: "keeps its choice when it receives another invitation, or an error, between two calls",
    decides: ["PLY-CHOICE-08"],
    steps: [
      times(
        MATCHES,
        matches(1),
        times(TIMES, answersTo("GAME_INVITATION", "CHOOSE_PARITY_CALL"), notifications(1)),
      ),
    ],
    async run(fixture) {
      const { player, expect } = fixture;
      for (let i = 0; i < MATCHES; i += 1) {
        await inMatch(fixture, async (match) => {
          const first = parityIn(fixture, await chosen(fixture, match));
          for (let time = 0; time < TIMES; time += 1) {
            const invited = i % 2 === 0;
            if (invited) await match.invite(player);
            else await match.gameError(player);
            const between = invited ? "a repeated invitation" : "a GAME_ERROR";
            const again = parityIn(fixture, await chosen(fixture, match));
            expect(again, `the choice in answer to the call that was repeated after ${between}`).is(first);
          }
          // player/end/of-each-match judges a GAME_OVER after a repeated invitation.
          if (i % 2 === 0) await match.invite(player);
        });
      }
    },
  },
  {
    id: "player/choice/follows-the-conversation",
    title: "answers a call with another conversation_id than the invitation's, with the call's",
    decides: ["PLY-CHOICE-11"],
    steps: [matches(2), answersTo("CHOOSE_PARITY_CALL")],
    async run(fixture) {
      await skipUnlessPlaying(fixture);
      await inMatch(fixture, async (match) => {
        for (const [last, what] of CONVERSATIONS) {
          const conversation = match.conversation.replace(/.{8}$/, last);
          const choice = expectChoice(
            fixture,
            await match.askChoice(fixture.player, { conversation }),
            `${what} with another conversation_id than the invitation's`,
          );
          expectConversation(fixture, choice, { conversation }, `the choice in answer to ${what}`);
        }
      });
    },
  },
];

/** Asserts that the choice names its match, in the conversation of that. */
function expectOwnIds(fixture: PlayerFixture, choice: JsonObject, match: Match, what: string): void {
  fixture.expect(choice.match_id, `match_id of ${what}`).is(match.id);
  expectConversation(fixture, choice, match, what);
}

/** The player's choice, under any member name: two missing choices are not equal. */
function parityIn(fixture: PlayerFixture, choice: JsonObject): string {
  for (const member of CHOICE_MEMBERS) {
    const value = choice[member];
    if (typeof value === "string" && /^(even|odd)$/i.test(value)) return value.toLowerCase();
  }
  return fixture.notExercised(
    "the player has sent neither even nor odd, so that there is no choice to compare",
    ["PLY-CHOICE-02"],
  );
}
