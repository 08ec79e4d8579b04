import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { expectResult, inMatch } from "../_steps.js";
import { answersTo } from "../_time.js";

/** The last round has no next one. */
export default check<PlayerBench>({
  id: "player/acknowledgement/round-completed",
  title: "answers ROUND_COMPLETED with a result in time, also after the last round",
  decides: ["PLY-ACK-01"],
  kills: ["player:chokes-on-the-last-round", "player:acknowledges-late"],
  worstCaseMs: answersTo("GAME_INVITATION", "GAME_OVER", "ROUND_COMPLETED", "ROUND_COMPLETED"),
  async run(bench) {
    const { league, player } = bench;
    await inMatch(bench, async () => undefined);
    expectResult(bench, await league.roundCompleted(player), "the completion of a round");
    expectResult(
      bench,
      await league.roundCompleted(player, { set: { "/next_round_id": null } }),
      "the completion of the last round",
    );
  },
});
