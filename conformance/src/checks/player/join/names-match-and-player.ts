import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { expectItself } from "../_itself.js";
import { inMatch, isJoin } from "../_steps.js";
import { answersTo } from "../_time.js";

/** Two matches, so that an answer which was right once is not right for ever. */
export default check<PlayerBench>({
  id: "player/join/names-match-and-player",
  title: "joins with the match_id of the invitation and its own player_id",
  decides: ["PLY-JOIN-04"],
  kills: [
    "player:joins-first-match-for-ever",
    "player:joins-again-elsewhere",
    "player:joins-without-match",
    "player:joins-without-name",
    "player:joins-as-its-opponent",
    "player:keeps-own-id",
  ],
  worstCaseMs: 2 * answersTo("GAME_INVITATION", "GAME_INVITATION", "GAME_OVER"),
  async run(bench) {
    for (const role of ["PLAYER_A", "PLAYER_B"] as const) {
      await inMatch(
        bench,
        async (match) => {
          bench.expect(match.joined.result.match_id, "match_id of the GAME_JOIN_ACK").is(match.id);
          expectItself(bench, match.joined.result, "GAME_JOIN_ACK");
          const again = await match.invite(bench.player);
          // Whether it answers again is for another check.
          if (!isJoin(again)) return;
          const what = "GAME_JOIN_ACK to a repeated invitation";
          bench.expect(again.result.match_id, `match_id of the ${what}`).is(match.id);
          expectItself(bench, again.result, what);
        },
        { role },
      );
    }
  },
});
