import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { expectResult, inMatch } from "../_steps.js";
import { answersTo } from "../_time.js";

export default check<PlayerBench>({
  id: "player/acknowledgement/standings",
  title: "answers LEAGUE_STANDINGS_UPDATE with a result in time",
  decides: ["PLY-ACK-01"],
  kills: ["player:knows-no-standings", "player:acknowledges-late"],
  worstCaseMs: answersTo("GAME_INVITATION", "GAME_OVER", "LEAGUE_STANDINGS_UPDATE"),
  async run(bench) {
    await inMatch(bench, async () => undefined);
    expectResult(bench, await bench.league.standingsUpdate(bench.player), "the standings");
  },
});
