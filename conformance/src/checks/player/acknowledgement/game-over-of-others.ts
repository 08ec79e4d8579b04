import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { chosen, inMatch, outcomeOf } from "../_steps.js";
import { A_MATCH_MS, answersTo } from "../_time.js";

/** A twin control: the same referee ends the match that the player was in, and one that it was never in. */
export default check<PlayerBench>({
  id: "player/acknowledgement/game-over-of-others",
  title: "refuses the GAME_OVER of a match that it was never in, with E006",
  decides: ["PLY-ACK-05"],
  kills: ["player:acknowledges-any-game-over", "player:refuses-with-internal-error"],
  worstCaseMs: A_MATCH_MS + answersTo("GAME_OVER"),
  run: (bench) =>
    inMatch(bench, async (match) => {
      await chosen(bench, match);
      const other = bench.league.match({}, match.referee);
      await bench.twins({
        differ: "match_id",
        valid: () => match.gameOver(bench.player, outcomeOf(bench, match)),
        invalid: () => other.gameOver(bench.player, outcomeOf(bench, match)),
        because: ["E006"],
      });
    }),
});
