import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { deadlineOf } from "../../../contract.js";
import { endMatches, expectJoin, newReferee } from "../_steps.js";
import { answersTo } from "../_time.js";

/**
 * First a match of which no announcement ever spoke, then one that was announced with another opponent, role and round,
 * then two that are unlike what was announced in other ways: refusing or declining them would cost the match too.
 */
export default check<PlayerBench>({
  id: "player/join/joins-unannounced",
  title: "joins a match that was not announced, and one whose invitation differs from its announcement",
  decides: ["PLY-JOIN-05"],
  kills: [
    "player:joins-announced-matches-only",
    "player:insists-on-the-announcement",
    "player:insists-on-its-league",
    "player:declines-the-unannounced",
    "player:joins-late",
    "player:ignores-invitations",
    "player:declines",
  ],
  needs: { fresh: "an agent may rest after a match, and its first invitation is what is judged" },
  worstCaseMs: 4 * answersTo("GAME_INVITATION", "GAME_OVER") + 3 * answersTo("ROUND_ANNOUNCEMENT"),
  async run(bench) {
    const { player, league, expect } = bench;
    const referee = newReferee(bench);
    const unannounced = league.match({}, referee);
    const announced = league.match({ opponent: "P03", role: "PLAYER_B" }, referee);
    const invited = league.match(
      { id: announced.id, roundId: announced.roundId + 1, opponent: "P04", role: "PLAYER_A" },
      referee,
    );

    const join = async (match: typeof invited, what: string) => {
      const answer = await match.invite(player);
      expectJoin(bench, answer, what);
      expect(answer.result.accept, `accept in the answer to ${what}`).isNot(false);
      expect.time(answer.ms, `the answer to ${what}`).isAtMost(deadlineOf("GAME_INVITATION"));
      await endMatches(bench, match);
    };
    await join(unannounced, "the invitation to a match that was not announced");
    await league.announceRound(player, [announced]);
    await join(invited, "the invitation that differs from its announcement in opponent, role and round");
    await league.announceRound(player);
    await join(
      league.match({}, referee),
      "the invitation to a match that was not announced, after a round that was,",
    );
    const here = league.match({}, referee);
    const elsewhere = league.match(
      { id: here.id, roundId: here.roundId, leagueId: `${league.id}_2` },
      referee,
    );
    await league.announceRound(player, [here]);
    await join(elsewhere, `the invitation whose league_id is ${elsewhere.leagueId}, not ${league.id},`);
  },
});
