import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { inMatch } from "../_steps.js";
import { answersTo } from "../_time.js";

/** By itself, because LEAGUE_COMPLETED may end the player. */
export default check<PlayerBench>({
  id: "player/acknowledgement/names-the-completion",
  title: "acknowledges LEAGUE_COMPLETED with LEAGUE_COMPLETED_ACK",
  decides: ["PLY-ACK-04"],
  kills: ["player:acknowledges-without-a-name", "player:acknowledges-by-one-name"],
  needs: { last: true },
  worstCaseMs: answersTo("GAME_INVITATION", "GAME_OVER", "LEAGUE_COMPLETED"),
  async run(bench) {
    await inMatch(bench, async () => undefined);
    const answer = await bench.league.leagueCompleted(bench.player);
    if (answer.outcome !== "message")
      bench.notExercised(`the player acknowledged nothing (${answer.describe()})`);
    bench
      .expect(answer.result.message_type, "message_type of the answer to LEAGUE_COMPLETED")
      .is("LEAGUE_COMPLETED_ACK");
  },
});
