import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { chosen, expectResult, inMatch, isResult, outcomeOf } from "../_steps.js";
import { A_MATCH_MS, answersTo } from "../_time.js";

/** A referee repeats a GAME_OVER whose acknowledgement it missed. */
export default check<PlayerBench>({
  id: "player/acknowledgement/game-over-again",
  title: "acknowledges a GAME_OVER that is repeated",
  decides: ["PLY-ACK-05"],
  kills: ["player:refuses-a-repeated-game-over", "player:acknowledges-late"],
  worstCaseMs: A_MATCH_MS + answersTo("GAME_OVER"),
  run: (bench) =>
    inMatch(bench, async (match) => {
      await chosen(bench, match);
      const first = await match.gameOver(bench.player, outcomeOf(bench, match));
      if (!isResult(first))
        bench.notExercised(`the player did not acknowledge the first GAME_OVER (${first.describe()})`);
      expectResult(
        bench,
        await match.gameOver(bench.player, outcomeOf(bench, match)),
        "the GAME_OVER that was repeated",
      );
    }),
});
