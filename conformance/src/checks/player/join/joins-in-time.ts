import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { deadlineOf } from "../../../contract.js";
import { endMatches, expectJoin, newReferee } from "../_steps.js";
import { answersTo } from "../_time.js";

/** As in a league: announced, in either role, one match after the other, on an instance that is in no other match. */
export default check<PlayerBench>({
  id: "player/join/joins-in-time",
  title: "answers an invitation with GAME_JOIN_ACK within its deadline",
  decides: ["PLY-JOIN-01"],
  kills: [
    "player:joins-late",
    "player:ignores-invitations",
    "player:refuses-to-be-player-b",
    "player:answers-with-an-empty-result",
  ],
  worstCaseMs: 2 * answersTo("ROUND_ANNOUNCEMENT", "GAME_INVITATION", "GAME_OVER"),
  async run(bench) {
    const { player, league, expect } = bench;
    for (const role of ["PLAYER_A", "PLAYER_B"] as const) {
      const match = league.match({ role }, newReferee(bench));
      await league.announceRound(player, [match]);
      const answer = await match.invite(player);
      expectJoin(bench, answer, `the invitation to a match as ${role}`);
      expect.time(answer.ms, "the answer to the invitation").isAtMost(deadlineOf("GAME_INVITATION"));
      await endMatches(bench, match);
    }
  },
});
