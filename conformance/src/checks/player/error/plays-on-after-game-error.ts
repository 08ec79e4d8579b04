import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { UNHURT_MS, unhurt } from "../_plays-on.js";
import { NOTIFIED_MS } from "../_time.js";

/** What a referee says before it repeats a call: a deadline was missed, a choice was invalid. */
export default check<PlayerBench>({
  id: "player/error/plays-on-after-game-error",
  title: "goes on to join and to choose after a GAME_ERROR",
  decides: ["PLY-ERR-01"],
  kills: [
    "player:abandons-the-match-on-an-error",
    "player:leaves-after-an-error",
    "player:leaves-soon-after-an-error",
  ],
  slow: true,
  worstCaseMs: UNHURT_MS + 2 * NOTIFIED_MS,
  run: (bench) =>
    unhurt(bench, "two GAME_ERRORs", async (match) => {
      await match.gameError(bench.player);
      await match.gameError(bench.player, {
        error_code: "E004",
        error_description: "The choice was not even or odd.",
      });
    }),
});
