import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { expectResult, inMatch } from "../_steps.js";
import { answersTo } from "../_time.js";

/** What the player does afterwards, ending or waiting for SHUTDOWN_COMMAND, is its own affair. */
export default check<PlayerBench>({
  id: "player/acknowledgement/league-completed",
  title: "answers LEAGUE_COMPLETED with a result in time, before it ends",
  decides: ["PLY-ACK-03"],
  kills: ["player:ends-without-a-word", "player:knows-no-completion"],
  needs: { last: true },
  worstCaseMs: answersTo("GAME_INVITATION", "GAME_OVER", "LEAGUE_COMPLETED"),
  async run(bench) {
    await inMatch(bench, async () => undefined);
    expectResult(bench, await bench.league.leagueCompleted(bench.player), "the completion of the league");
  },
});
