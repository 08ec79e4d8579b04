import { deadlineOf } from "../../contract.js";
import type { PlayerFixture } from "../../fixtures/member-fixtures.js";
import type { JsonObject } from "../../json.js";
import type { MessageOverrides } from "../../peers/exchange/peer-client.js";
import type { Match } from "../../peers/match.js";
import { gracePeriodMs } from "../../time/protocol-deadlines.js";
import { answersTo, times } from "../../time/steps.js";
import type { Check, CheckRow, TimedStep } from "../../types.js";
import {
  askedAfterwards,
  chosen,
  endMatches,
  expectChoice,
  expectJoin,
  inMatch,
  invited,
  isChoice,
  isJoin,
  matches,
  newReferee,
  notifications,
  skipUnlessPlaying,
} from "./helpers/match-steps.js";

const CALL_FAULTS: readonly MessageOverrides[] = [
  { remove: ["/context", "/deadline"] },
  { remove: ["/player_id"] },
  { set: { "/context": "none" } },
  { set: { "/deadline": 30 } },
  { set: { "/context/your_standings": [1, 2, 3] } },
  { set: { "/hurry": true, "/context/weather": { sky: null } } },
];

/** The wait for the answer to a malformed call is shorter than that for a valid one. */
const BRIEFLY_MS = deadlineOf("GAME_INVITATION");

/** Each is followed by an invitation: an agent may keep the matches of the last announcement only. */
const ANNOUNCEMENT_FAULTS: readonly (readonly [what: string, fault: MessageOverrides])[] = [
  ["whose matches are a text", { set: { "/matches": "none", "/round_id": null } }],
  ["without matches", { remove: ["/matches"] }],
  ["with null as a match", { set: { "/matches": [null] } }],
];

const INVITATION_FAULTS: readonly MessageOverrides[] = [
  { remove: ["/match_id"] },
  { remove: ["/opponent_id", "/role_in_match"] },
  { set: { "/round_id": "first" } },
  { set: { "/match_id": { id: 1 } } },
  { set: { "/opponent_id": null, "/league_id": 7 } },
  { set: { "/sender": 17 } },
  { set: { "/venue": { city: "Nowhere" }, "/toString": "surplus" } },
];

const RESULTS: readonly JsonObject[] = [
  {},
  { status: "WIN" },
  {
    status: "WIN",
    winner_player_id: 5,
    drawn_number: "seven",
    number_parity: true,
    choices: [],
    reason: null,
  },
  {
    status: "TIE",
    winner_player_id: null,
    drawn_number: -3.5,
    number_parity: "prime",
    choices: null,
    reason: {},
  },
];

// GAME_ERRORs after which a player continues.

export const RETRIES = { retry_count: 3, max_retries: 3, next_retry_at: null };

const NULLS = { affected_player: null, action_required: null, retry_info: null, consequence: null };

const ABSENT = Object.fromEntries(
  Object.keys({ ...NULLS, error_description: "" }).map((key) => [key, undefined]),
);

/** Other valid GAME_ERRORs in a match: about the opponent, with the last retry, with another code. */
const GAME_ERRORS: readonly (readonly [what: string, fields: Record<string, unknown>])[] = [
  ["for a choice that was not valid", { error_code: "E004", error_description: "No valid choice." }],
  [
    "for a join in time",
    { action_required: "GAME_JOIN_ACK", error_description: "No GAME_JOIN_ACK in time." },
  ],
  ["that announces no further retry", { retry_info: RETRIES }],
  ["about its opponent", { affected_player: "P02" }],
  ["with the code E009", { error_code: "E009", error_description: "The player could not be reached." }],
  ["in which all that may be null is null", NULLS],
  ["with nothing but the match and the code", ABSENT],
  ["with the code E099, which no document knows", { error_code: "E099" }],
];

/** Messages in a match that the player has joined, before the call for its choice. */
interface Disturbance {
  /** "a GAME_ERROR" */
  after: string;
  /** The time of these messages. */
  time: TimedStep;
  /** They may end the match, so that only the next one is judged. */
  mayEnd?: true;
  disturb(match: Match, fixture: PlayerFixture): Promise<unknown>;
}

/** A player that has played still chooses after each of these, and plays the next match. */
function playsOn({ cases, ...check }: CheckRow<{ cases: readonly Disturbance[] }>): Check<PlayerFixture> {
  return {
    ...check,
    slow: true,
    steps: [times(cases.length, matches(3), gracePeriodMs()), cases.map(({ time }) => time)],
    async run(fixture) {
      await skipUnlessPlaying(fixture);
      for (const { after, disturb, mayEnd } of cases) {
        await inMatch(fixture, async (match) => {
          await disturb(match, fixture);
          if (mayEnd !== true)
            expectChoice(
              fixture,
              await askedAfterwards(fixture, match),
              `after ${after}, the call for its choice in the same match`,
            );
        });
        await playsNext(fixture, after);
      }
    },
  };
}

/**
 * The next invitations are not announced, because another announcement could repair the player. Only a player that joins two such
 * matches after a valid announcement must join one after this: PLY-JOIN-05 and PLY-JOIN-06 are about the others.
 */
function afterAnnouncement(after: string, fault: MessageOverrides): Disturbance {
  return {
    after,
    time: [times(2, answersTo("ROUND_ANNOUNCEMENT")), matches(3)],
    mayEnd: true,
    async disturb(own, fixture) {
      const { player, league } = fixture;
      const invitedNext = async () => {
        const match = league.match({}, newReferee(fixture));
        const answer = await match.invite(player);
        await endMatches(fixture, match);
        return answer;
      };
      await endMatches(fixture, own);
      await league.announceRound(player, []);
      const controls = [await invitedNext(), await invitedNext()];
      await league.announceRound(player, [], fault);
      if (!controls.every(isJoin)) return;
      const what = `after ${after}, an invitation to a match that was not announced`;
      expectJoin(fixture, await invitedNext(), what);
    },
  };
}

async function playsNext(fixture: PlayerFixture, after: string): Promise<void> {
  const { league } = fixture;
  // An agent may process a notification after its next answers.
  await fixture.pause(gracePeriodMs());
  const next = league.match({}, newReferee(fixture));
  const join = expectJoin(fixture, await invited(fixture, next), `after ${after}, the next invitation`);
  // player/join/accepts checks players that never accept.
  if (fixture.seen.join.done > 0)
    fixture.expect(join.accept, `after ${after}, accept in the answer to the next invitation`).isNot(false);
  const what = `after ${after}, the call for its choice in the next match`;
  expectChoice(fixture, await askedAfterwards(fixture, next), what);
  await endMatches(fixture, next);
}

export const errorChecks: readonly Check<PlayerFixture>[] = [
  /** They are notifications, but with an id they are requests, which get an answer. */
  {
    id: "player/error/acknowledges-errors",
    title: "acknowledges a GAME_ERROR and a LEAGUE_ERROR that come with an id",
    decides: ["PLY-ERR-02"],
    steps: [answersTo("GAME_INVITATION", "GAME_OVER"), notifications(2)],
    run: (fixture) =>
      inMatch(fixture, async (match) => {
        const { player, league, expect } = fixture;
        const answers = [
          await match.gameError(player, {}, { id: "error-1" }),
          await league.leagueError(player, {}, { id: "error-2" }),
        ];
        for (const answer of answers) {
          expect.answer(answer, answer.hasResult && !answer.isAnotherMessage, "an acknowledgement", {
            what: `${answer.question} with an id`,
          });
        }
      }),
  },
  /** One by one, so that the first one with an effect is named. */
  {
    id: "player/error/plays-on-after-any-game-error",
    title: "still joins and chooses in the same match after a GAME_ERROR of any kind",
    decides: ["PLY-ERR-01"],
    steps: [
      matches(2),
      times(
        GAME_ERRORS.length,
        matches(1),
        answersTo("GAME_INVITATION", "GAME_INVITATION"),
        notifications(1),
      ),
      matches(1),
      notifications(1),
    ],
    async run(fixture) {
      const { player } = fixture;
      await skipUnlessPlaying(fixture);
      for (const [what, fields] of GAME_ERRORS) {
        await inMatch(fixture, async (match) => {
          // Only a player whose join is missing is invited again; PLY-JOIN-07 is about joining again without an error.
          const joinsAgain = fields.action_required === "GAME_JOIN_ACK" && isJoin(await match.invite(player));
          // Only a player that has chosen receives an error about its choice; PLY-CHOICE-07 is about choosing again.
          if (fields.error_code === "E004") {
            await chosen(fixture, match);
            if (!isChoice(await match.askChoice(player))) return;
          }
          await match.gameError(player, fields);
          const after = `after a GAME_ERROR ${what},`;
          if (joinsAgain)
            expectJoin(fixture, await match.invite(player), `${after} the invitation, repeated,`);
          expectChoice(fixture, await askedAfterwards(fixture, match), `${after} the call for its choice`);
        });
      }
      await inMatch(fixture, async (match) => {
        await fixture.league.match({}, newReferee(fixture)).gameError(player);
        const what = "after a GAME_ERROR of a match that it was never in, the call for its choice";
        expectChoice(fixture, await askedAfterwards(fixture, match), what);
      });
    },
  },
  /** The errors before a repeated call: a deadline was missed, a choice was invalid. */
  playsOn({
    id: "player/error/plays-on-after-error",
    title: "still joins and chooses after a GAME_ERROR, and after a LEAGUE_ERROR",
    decides: ["PLY-ERR-01"],
    cases: [
      {
        after: "GAME_ERRORs about three retries and a choice",
        time: notifications(4),
        async disturb(match, { player }) {
          for (const retry_count of [1, 2, 3])
            await match.gameError(player, { retry_info: { ...RETRIES, retry_count } });
          await match.gameError(player, {
            error_code: "E004",
            error_description: "The choice was not even or odd.",
          });
        },
      },
      {
        after: "a LEAGUE_ERROR",
        time: notifications(1),
        disturb: (_, { player, league }) => league.leagueError(player),
      },
    ],
  }),
  playsOn({
    id: "player/error/survives-malformed-messages",
    title: "joins and chooses after messages of each kind with missing, surplus and wrongly typed fields",
    decides: ["PLY-ERR-03"],
    cases: [
      ...ANNOUNCEMENT_FAULTS.map(([what, fault]) => afterAnnouncement(`an announcement ${what}`, fault)),
      {
        after: "malformed announcements, standings and ends of a round",
        time: answersTo(
          "ROUND_ANNOUNCEMENT",
          "LEAGUE_STANDINGS_UPDATE",
          "LEAGUE_STANDINGS_UPDATE",
          "ROUND_COMPLETED",
        ),
        async disturb(match, { player, league }) {
          await league.standingsUpdate(player, { remove: ["/standings"] });
          const remove = ["/matches/0/referee_endpoint", "/round_id"];
          await league.announceRound(player, [match], { remove });
          await league.standingsUpdate(player, { set: { "/standings": { [player.id]: "first" } } });
          await league.roundCompleted(player, {
            remove: ["/matches_played", "/next_round_id"],
            set: { "/round_id": -1 },
          });
        },
      },
      // In the same match as the valid call that follows. A player may answer or refuse them.
      {
        after: "malformed calls for a choice",
        time: times(CALL_FAULTS.length, BRIEFLY_MS),
        async disturb(match, { player }) {
          for (const fault of CALL_FAULTS) await match.askChoice(player, { ...fault, timeoutMs: BRIEFLY_MS });
        },
      },
      // A twin control: the same errors, first in valid form.
      {
        after: "malformed errors",
        time: [matches(1), notifications(4)],
        async disturb(match, fixture) {
          const { player, league } = fixture;
          await inMatch(fixture, async (other) => {
            await other.gameError(player);
            await league.leagueError(player);
            await chosen(fixture, other);
          });
          await match.gameError(player, {}, { set: { "/retry_info": "later", "/error_code": 1 } });
          await league.leagueError(player, {}, { remove: ["/error_code"], set: { "/context": [] } });
        },
      },
      // Each of another match: how the player answers them is not judged.
      {
        after: "malformed invitations",
        time: times(INVITATION_FAULTS.length, answersTo("GAME_INVITATION", "GAME_INVITATION")),
        mayEnd: true,
        async disturb(own, fixture) {
          await endMatches(fixture, own);
          for (const fault of INVITATION_FAULTS) {
            const match = fixture.league.match({}, newReferee(fixture));
            await match.invite(fixture.player, fault);
            // It may have joined.
            await endMatches(fixture, match);
          }
        },
      },
      // The match that they end may be over by it or not; the next one must not be affected.
      {
        after: "malformed GAME_OVERs",
        time: times(RESULTS.length, answersTo("GAME_OVER")),
        mayEnd: true,
        async disturb(match, fixture) {
          await chosen(fixture, match);
          for (const result of RESULTS) await match.gameOver(fixture.player, { result });
        },
      },
      // A player that takes it for the end of the match need not answer the call; one that refuses it must.
      {
        after: "a GAME_OVER without its result",
        time: answersTo("GAME_OVER"),
        mayEnd: true,
        async disturb(match, fixture) {
          const answer = await match.gameOver(fixture.player, {}, { remove: ["/game_result"] });
          if (answer.outcome !== "refusal") return;
          const what = "after a malformed GAME_OVER that it had refused, the call for its choice";
          expectChoice(fixture, await askedAfterwards(fixture, match), what);
        },
      },
    ],
  }),
];
