import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { UNHURT_MS, unhurt } from "../_plays-on.js";
import { chosen, inMatch } from "../_steps.js";
import { A_MATCH_MS, NOTIFIED_MS } from "../_time.js";

/** A twin control: the same errors, first as they should be. */
export default check<PlayerBench>({
  id: "player/error/survives-malformed-errors",
  title: "chooses and joins after a GAME_ERROR and a LEAGUE_ERROR with missing and wrongly typed fields",
  decides: ["PLY-ERR-03"],
  kills: ["player:dies-of-bad-errors"],
  slow: true,
  worstCaseMs: A_MATCH_MS + UNHURT_MS + 4 * NOTIFIED_MS,
  async run(bench) {
    const { player, league } = bench;
    await inMatch(bench, async (match) => {
      await match.gameError(player);
      await league.leagueError(player);
      await chosen(bench, match);
    });
    await unhurt(bench, "malformed errors", async (match) => {
      await match.gameError(player, {}, { set: { "/retry_info": "later", "/error_code": 1 } });
      await league.leagueError(player, {}, { remove: ["/error_code"], set: { "/context": [] } });
    });
  },
});
