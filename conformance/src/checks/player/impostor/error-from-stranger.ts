import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { expectChoice, inMatch, isChoice, plays } from "../_steps.js";
import { A_MATCH_MS, NOTIFIED_MS } from "../_time.js";

const FINAL = {
  retry_info: { retry_count: 3, max_retries: 3, next_retry_at: null },
  consequence: "The match is a technical loss.",
};

/** A twin control: the same error first from the referee of another match, whose word may cost the player that match. */
export default check<PlayerBench>({
  id: "player/impostor/error-from-stranger",
  title: "chooses after a GAME_ERROR from somebody else than the referee of its match",
  decides: ["PLY-AUTH-01"],
  kills: ["player:believes-any-error"],
  worstCaseMs: 2 * A_MATCH_MS + NOTIFIED_MS,
  async run(bench) {
    const { player, league } = bench;
    await plays(bench);
    await inMatch(bench, async (match) => {
      const before = await match.askChoice(player);
      if (!isChoice(before)) bench.notExercised(`the player does not choose (${before.describe()})`);
      await match.gameError(player, FINAL, {}, league.impostor("REF00"));
      const what = "after a stranger's GAME_ERROR about its match, its referee's call, repeated,";
      expectChoice(bench, await match.askChoice(player), what);
    });
  },
});
