import { methodOf } from "../../contract.js";
import type { PlayerFixture } from "../../fixtures/member-fixtures.js";
import type { JsonObject } from "../../json.js";
import { standing } from "../../peers/actors/result.js";
import type { Answer } from "../../peers/exchange/answer.js";
import type { MessageOverrides } from "../../peers/exchange/peer-client.js";
import type { MatchIds } from "../../peers/match.js";
import { rule } from "../../rules/rule.js";
import { answersTo } from "../../time/steps.js";
import type { Check, CheckRow } from "../../types.js";
import { CheckFailure } from "../../verdict.js";
import { chosen, expectResult, inMatch, matches, outcomeOf } from "./helpers/match-steps.js";
import { hasResultInTime, isOf, NO_CHOICE, USUAL_PLAY } from "./helpers/usual-play.js";

type Say = (overrides: MessageOverrides) => Promise<Answer>;

interface LeagueMessages extends Pick<Check<PlayerFixture>, "needs" | "unusual"> {
  types: readonly string[];
  messages({ player, league }: PlayerFixture): readonly (readonly [what: string, say: Say])[];
}

/** Messages of the league manager after a match, each of which is answered with a result in time. */
const LEAGUE_MESSAGES: readonly CheckRow<LeagueMessages>[] = [
  {
    id: "player/acknowledgement/round-announcement",
    title:
      "answers ROUND_ANNOUNCEMENT with a result in time, in either role, again, and when it sits the round out",
    decides: ["PLY-ACK-01"],
    types: Array<string>(4).fill("ROUND_ANNOUNCEMENT"),
    messages({ player, league }) {
      const own = (role: MatchIds["role"]): [string, Say] => {
        const match = league.match({ role });
        const what = `the announcement of a round with a match of its own as ${role}`;
        return [what, (overrides) => league.announceRound(player, [match], overrides)];
      };
      const [what, again] = own("PLAYER_B");
      const idle: Say = (overrides) => league.announceRound(player, [], overrides);
      return [
        own("PLAYER_A"),
        [what, again],
        [`${what}, repeated`, again],
        ["the announcement of a round that it sits out", idle],
      ];
    },
  },
  /** The last round has no next one. */
  {
    id: "player/acknowledgement/round-completed",
    title: "answers ROUND_COMPLETED with a result in time, also after the last round",
    decides: ["PLY-ACK-01"],
    unusual: "completion",
    types: ["ROUND_COMPLETED", "ROUND_COMPLETED"],
    messages: ({ player, league }) => [
      ["the completion of a round", (overrides) => league.roundCompleted(player, overrides)],
      [
        "the completion of the last round",
        (overrides) => league.roundCompleted(player, { ...overrides, set: LAST_ROUND }),
      ],
    ],
  },
  /** At any rank of the player, and with any names of the others. */
  {
    id: "player/acknowledgement/standings",
    title: "answers LEAGUE_STANDINGS_UPDATE with a result in time, at any rank",
    decides: ["PLY-ACK-01"],
    types: Array<string>(5).fill("LEAGUE_STANDINGS_UPDATE"),
    messages: ({ player, league }) => [
      ["the standings", (overrides) => league.standingsUpdate(player, overrides)],
      ...unusualStandings(player).map(([what, standings]): [string, Say] => [
        what,
        (overrides) => league.standingsUpdate(player, { ...overrides, set: { "/standings": standings } }),
      ]),
    ],
  },
  /**
   * Another player has won, as most players see it. Whether this one ends afterwards or waits for
   * SHUTDOWN_COMMAND is not judged.
   */
  {
    id: "player/acknowledgement/league-completed",
    title: "answers LEAGUE_COMPLETED with a result in time, before it ends",
    decides: ["PLY-ACK-03"],
    needs: { last: true },
    unusual: "completion",
    types: ["LEAGUE_COMPLETED"],
    messages({ player, league }) {
      const champion = { player_id: "P97", display_name: "P97", points: 6 };
      const set = { "/champion": champion, "/final_standings": lastOfThree(player) };
      return [
        [
          "the completion of a league that another player has won",
          (overrides) => league.leagueCompleted(player, { ...overrides, set }),
        ],
      ];
    },
  },
  /** A separate check, because LEAGUE_COMPLETED may end the player. */
  {
    id: "player/acknowledgement/league-won",
    title: "answers LEAGUE_COMPLETED of a league that it has won with a result in time",
    decides: ["PLY-ACK-03"],
    needs: { last: true },
    unusual: "completion",
    types: ["LEAGUE_COMPLETED"],
    messages: ({ player, league }) => [
      [
        "the completion of a league that it has won",
        (overrides) => league.leagueCompleted(player, overrides),
      ],
    ],
  },
];

export const acknowledgementChecks: readonly Check<PlayerFixture>[] = [
  rule({
    id: "player/acknowledgement/game-over-again",
    title: "acknowledges a GAME_OVER that is repeated",
    decides: ["PLY-ACK-05"],
    over: USUAL_PLAY,
    where: isOf("GAME_OVER", "repeated"),
    none: ["the player did not acknowledge the first GAME_OVER", ["PLY-ACK-02"]],
    judge: hasResultInTime,
  }),
  /** A twin control: the same referee ends a match of the player, and one without this player. */
  {
    id: "player/acknowledgement/game-over-of-others",
    title: "refuses the GAME_OVER of a match that it was never in, with E006",
    decides: ["PLY-ACK-05"],
    steps: [matches(1), answersTo("GAME_OVER")],
    run: (fixture) =>
      inMatch(fixture, async (match) => {
        await chosen(fixture, match);
        const other = fixture.league.match({}, match.referee);
        await fixture.twins({
          differ: "match_id",
          valid: () => match.gameOver(fixture.player, outcomeOf(fixture, match)),
          invalid: () => other.gameOver(fixture.player, outcomeOf(fixture, match)),
          because: ["E006"],
        });
      }),
  },
  /** Also without a number: technical losses of each player and of both, and the draw when neither chose. */
  rule({
    id: "player/acknowledgement/game-over",
    title: "answers GAME_OVER with a result in time, whether it won, lost or drew, with a number or without",
    decides: ["PLY-ACK-02"],
    over: USUAL_PLAY,
    where: isOf("GAME_OVER", "first"),
    none: NO_CHOICE,
    judge: hasResultInTime,
  }),
  ...LEAGUE_MESSAGES.map(
    ({ types, messages, ...row }): Check<PlayerFixture> => ({
      ...row,
      steps: [answersTo("GAME_INVITATION", "GAME_OVER", ...types)],
      async run(fixture) {
        await inMatch(fixture, async () => undefined);
        for (const [what, say] of messages(fixture)) await expectAcknowledged(fixture, say, what);
      },
    }),
  ),
];

/**
 * Asserts that the message is answered with a result in time. No source document has a method for it, so a player that
 * supports the message type as the method, as in the flat dialect, breaks only a SHOULD.
 */
async function expectAcknowledged(fixture: PlayerFixture, say: Say, what: string): Promise<void> {
  const answer = await say({});
  const isRefused = answer.outcome === "refusal" && isNamedByD01(fixture, answer.question);
  // A method that is answered the second time is supported.
  const mayBeUnknown = isRefused && !(await say({})).hasResult;
  for (const method of mayBeUnknown ? otherNames(answer.question) : []) {
    if (!(await say({ method })).hasResult) continue;
    throw new CheckFailure({
      diagnosis: `${what} ${answer.describeAsEnd()}, and with a result when the method is called ${method}`,
      expected: `a result under the name of decision D01, ${methodOf(answer.question)?.name}`,
      received: answer.describe(),
      clauses: ["PLY-ACK-04"],
    });
  }
  expectResult(fixture, answer, what);
}

/** Whether the form of this player defines no name for the message, so that the refused name is that of decision D01. */
function isNamedByD01({ profile }: PlayerFixture, type: string): boolean {
  return profile.method === "contract" && profile.messages[type]?.method === undefined;
}

/** The message type as the name of a method, and a name of two words in the opposite order: `standings_update`. */
function otherNames(type: string): string[] {
  const [first, second, ...others] = (methodOf(type)?.name ?? "").split("_");
  const isOfTwo = first !== undefined && second !== undefined && others.length === 0;
  return [type.toLowerCase(), type, ...(isOfTwo ? [`${second}_${first}`] : [])];
}

/** A table with "P97" in first place. */
function lastOfThree({ id, name }: Pick<PlayerFixture["player"], "id" | "name">): JsonObject[] {
  return [
    standing(1, "P97", { wins: 2 }),
    standing(2, "P98", { wins: 1, losses: 1 }),
    standing(3, id, { losses: 2 }, name),
  ];
}

/** Unusual tables with their names for diagnoses. */
function unusualStandings({ id, name }: PlayerFixture["player"]): [string, JsonObject[]][] {
  return [
    [
      "the standings that do not list it",
      [standing(1, "P97", { wins: 1 }), standing(2, "P98", { losses: 1 })],
    ],
    ["the standings without a row", []],
    ["the standings in which it is the last of three", lastOfThree({ id, name })],
    [
      "the standings in which another player is called Żółć אבג 🎲",
      [
        standing(1, id, { wins: 11, draws: 1 }, name),
        standing(2, "P97", { draws: 1, losses: 11 }, "Żółć אבג 🎲"),
      ],
    ],
  ];
}

/** The members that differ in the completion of the last round, with its optional summary. */
const LAST_ROUND = {
  "/next_round_id": null,
  "/summary": { wins: 1, draws: 0, technical_losses: 0 },
};
