import { deadlineOf } from "../../contract.js";
import type { PlayerFixture } from "../../fixtures/member-fixtures.js";
import { show } from "../../json.js";
import type { Match, MatchIds } from "../../peers/match.js";
import { rule } from "../../rules/rule.js";
import { CLOCK_SKEW_MS, isoTime, TICK_MS, utc } from "../../time/iso-time.js";
import { answersTo, times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import { onBehalfOf } from "../../verdict.js";
import {
  anyReferee,
  chosen,
  endMatches,
  expectAcceptance,
  expectJoin,
  joined,
  newReferee,
} from "./helpers/match-steps.js";
import {
  answersInTime,
  answersWith,
  copiesConversation,
  isOf,
  isReplyTo,
  namesMatchAndItself,
  USUAL_PLAY,
} from "./helpers/usual-play.js";

/** ISO 8601 in any of its forms: the checks of the transport judge the format of timestamps. */
const DATE_AND_TIME = /^\d{4}-?\d{2}-?\d{2}[T ]\d{2}:?\d{2}/;

export const joinChecks: readonly Check<PlayerFixture>[] = [
  rule({
    id: "player/join/accepts",
    title: "joins with accept true and its time in arrival_timestamp",
    decides: ["PLY-JOIN-02"],
    over: USUAL_PLAY,
    where: isReplyTo("GAME_INVITATION"),
    judge({ message, what, kind }, { expect }) {
      if (kind === "first") expect(message.accept, `accept in the answer to ${what}`).is(true);
      expect(message.arrival_timestamp, `arrival_timestamp in the answer to ${what}`).matches(
        DATE_AND_TIME,
        "a date and time",
      );
    },
  }),
  /** The clocks of two machines may differ, but both advance. player/join/accepts judges values that are no time. */
  {
    id: "player/join/arrives-when-it-joins",
    title: "gives the present time in UTC as its arrival_timestamp, match after match",
    decides: ["PLY-JOIN-02"],
    slow: true,
    steps: [times(2, answersTo("GAME_INVITATION", "GAME_OVER")), TICK_MS],
    async run(fixture) {
      const { expect, clock, pause } = fixture;
      const arrivals: { text: string; ms: number }[] = [];
      for (let i = 0; i < 2; i += 1) {
        if (i > 0) await pause(TICK_MS);
        const match = await joined(fixture);
        const { arrival_timestamp } = match.joined.result;
        const ms = isoTime(arrival_timestamp);
        const now = clock.now();
        await endMatches(fixture, match);
        expect.that(ms !== undefined && Math.abs(ms - now) <= CLOCK_SKEW_MS, {
          diagnosis: `arrival_timestamp of a GAME_JOIN_ACK sent at ${utc(now)} is ${show(arrival_timestamp)}; expected the time at which it was sent, in UTC`,
          expected: utc(now),
          received: show(arrival_timestamp),
        });
        arrivals.push({ text: String(arrival_timestamp), ms: ms ?? 0 });
      }
      const [first, second] = arrivals;
      expect.that((second?.ms ?? 0) > (first?.ms ?? 0), {
        diagnosis: `two GAME_JOIN_ACKs, sent ${TICK_MS} ms after each other, have the arrival_timestamps ${first?.text} and ${second?.text}; expected the time of each`,
        expected: `later than ${first?.text}`,
        received: second?.text ?? "",
        hint: "Take the time when you answer, not once when the program starts.",
      });
    },
  },
  rule({
    id: "player/join/names-match-and-player",
    title: "joins with the match_id of the invitation and its own player_id",
    decides: ["PLY-JOIN-04"],
    over: USUAL_PLAY,
    where: isReplyTo("GAME_INVITATION"),
    judge: namesMatchAndItself,
  }),
  rule({
    id: "player/join/echoes-conversation",
    title: "joins with the conversation_id of the invitation",
    decides: ["PLY-JOIN-03"],
    over: USUAL_PLAY,
    where: isReplyTo("GAME_INVITATION"),
    judge: copiesConversation,
  }),
  rule({
    id: "player/join/joins-again",
    title: "answers an invitation again when it is repeated for the same match",
    decides: ["PLY-JOIN-07", "PLY-JOIN-01"],
    over: USUAL_PLAY,
    where: isOf("GAME_INVITATION", "repeated"),
    none: ["the player declined the first invitation", ["PLY-JOIN-02"]],
    judge(exchange, fixture) {
      onBehalfOf(["PLY-JOIN-07"], () => {
        answersWith(exchange, fixture, "GAME_JOIN_ACK");
        fixture.expect(exchange.message.accept, `accept in the answer to ${exchange.what}`).isNot(false);
      });
      onBehalfOf(["PLY-JOIN-01"], () => answersInTime(exchange, fixture));
    },
  }),
  /** A refusal would lose the player a match, in any state. */
  {
    id: "player/join/joins-in-every-state",
    title:
      "joins while other matches wait for its choice or their result, after a match, and between rounds, in any round",
    decides: ["PLY-JOIN-06"],
    steps: [
      times(4, answersTo("GAME_INVITATION")),
      answersTo("CHOOSE_PARITY_CALL", "GAME_OVER", "LEAGUE_STANDINGS_UPDATE", "ROUND_COMPLETED"),
      answersTo("GAME_INVITATION", "GAME_OVER"),
    ],
    async run(fixture) {
      const { player, league } = fixture;
      const open: Match[] = [];
      const joinsNow = async (state: string, ids: Partial<MatchIds> = {}) => {
        const match = league.match(ids, newReferee(fixture));
        open.push(match);
        expectAcceptance(fixture, await match.invite(player), `an invitation ${state}`);
        return match;
      };
      try {
        const first = await joined(fixture);
        open.push(first);
        await joinsNow("while another match waits for its choice");
        await chosen(fixture, first);
        await joinsNow("while another match waits for its result");
        await endMatches(fixture, ...open.splice(0));
        await joinsNow("right after a match");
        await endMatches(fixture, ...open.splice(0));
        await league.standingsUpdate(player);
        await league.roundCompleted(player);
        const { roundId } = await joinsNow("between two rounds");
        await endMatches(fixture, ...open.splice(0));
        await league.roundCompleted(player);
        await joinsNow("in a round that was completed", { id: `R${roundId}M2`, roundId });
      } finally {
        await endMatches(fixture, ...open);
      }
    },
  },
  /**
   * As in a league: announced, in either role, one match after the other, on an instance that is in no other match.
   * The second opponent has an id of another form than P01, which is a SHOULD of the league manager.
   */
  {
    id: "player/join/joins-in-time",
    title: "answers an invitation with GAME_JOIN_ACK within its deadline",
    decides: ["PLY-JOIN-01"],
    steps: [times(2, answersTo("ROUND_ANNOUNCEMENT", "GAME_INVITATION", "GAME_OVER"))],
    async run(fixture) {
      const { player, league, expect } = fixture;
      for (const ids of [{ role: "PLAYER_A" }, { role: "PLAYER_B", opponent: "agent-7.b" }] as const) {
        const match = league.match(ids, anyReferee(fixture));
        await league.announceRound(player, [match]);
        const answer = await match.invite(player);
        expectJoin(fixture, answer, `the invitation to a match as ${match.role} against ${match.opponent}`);
        expect.time(answer.ms, "the answer to the invitation").isAtMost(deadlineOf("GAME_INVITATION"));
        await endMatches(fixture, match);
      }
    },
  },
  /**
   * First a match that was in no announcement, then one that was announced with another opponent, role and round,
   * then two that are unlike what was announced in other ways: refusing or declining them would cost the match too.
   */
  {
    id: "player/join/joins-unannounced",
    title: "joins a match that was not announced, and one whose invitation differs from its announcement",
    decides: ["PLY-JOIN-05"],
    needs: { fresh: "after a match an agent may pause until the next round (PLY-JOIN-06, a SHOULD)" },
    steps: [times(5, answersTo("GAME_INVITATION", "GAME_OVER")), times(4, answersTo("ROUND_ANNOUNCEMENT"))],
    async run(fixture) {
      const { player, league, expect } = fixture;
      const referee = newReferee(fixture);
      const joins = async (ids: Partial<MatchIds>, what: string, announced?: readonly Match[]) => {
        if (announced !== undefined) await league.announceRound(player, announced);
        const match = league.match(ids, referee);
        const answer = await match.invite(player);
        expectAcceptance(fixture, answer, what);
        expect.time(answer.ms, `the answer to ${what}`).isAtMost(deadlineOf("GAME_INVITATION"));
        await endMatches(fixture, match);
      };
      // At --url it has played before.
      if (fixture.canStart) await joins({}, "the invitation to a match that was not announced");
      const first = league.match({ opponent: "P03", role: "PLAYER_B" }, referee);
      await joins(
        { id: first.id, roundId: first.roundId + 1, opponent: "P04", role: "PLAYER_A" },
        "the invitation that differs from its announcement in opponent, role and round",
        [first],
      );
      await joins({}, "the invitation to a match that was not announced, after a round that was,", []);
      const last = league.match({}, referee);
      const { id, roundId } = last;
      const leagueId = `${league.id}_2`;
      const inOtherLeague = `the invitation whose league_id is ${leagueId}, not ${league.id},`;
      await joins({ id, roundId, leagueId }, inOtherLeague, [last]);
      const inEarlierRound = `the invitation to round ${roundId - 1}, after ${roundId} was announced,`;
      await joins({ roundId: roundId - 1 }, inEarlierRound, [last]);
    },
  },
];
