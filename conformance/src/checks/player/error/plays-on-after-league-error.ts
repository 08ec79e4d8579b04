import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { UNHURT_MS, unhurt } from "../_plays-on.js";
import { NOTIFIED_MS } from "../_time.js";

export default check<PlayerBench>({
  id: "player/error/plays-on-after-league-error",
  title: "goes on to join and to choose after a LEAGUE_ERROR",
  decides: ["PLY-ERR-01"],
  kills: ["player:leaves-after-an-error", "player:dies-of-a-league-error"],
  slow: true,
  worstCaseMs: UNHURT_MS + NOTIFIED_MS,
  run: (bench) => unhurt(bench, "a LEAGUE_ERROR", () => bench.league.leagueError(bench.player)),
});
