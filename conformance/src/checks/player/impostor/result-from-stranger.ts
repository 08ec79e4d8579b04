import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { expectChoice, inMatch, isResult, outcomeOf, plays } from "../_steps.js";
import { A_MATCH_MS, answersTo } from "../_time.js";

/** The result of a stranger must not end the match; the twin is the true result at its end. */
export default check<PlayerBench>({
  id: "player/impostor/result-from-stranger",
  title: "refuses a GAME_OVER from another sender than the referee of the match, and goes on with the match",
  decides: ["PLY-AUTH-01"],
  kills: ["player:believes-any-result", "player:looks-at-names-only", "player:refuses-with-internal-error"],
  worstCaseMs: 2 * A_MATCH_MS + answersTo("GAME_OVER", "GAME_OVER"),
  async run(bench) {
    const { player, league } = bench;
    await plays(bench);
    await inMatch(bench, async (match) => {
      const outcome = outcomeOf(bench, match);
      const thief = league.impostor("thief", { sender: match.referee.sender });
      const strange = await match.gameOver(player, outcome, {}, league.impostor("REF00"));
      const stolen = await match.gameOver(player, outcome, {}, thief);
      const call = await match.askChoice(player);
      const truth = await match.gameOver(player, outcome);
      if (!isResult(truth))
        bench.notExercised(`the player does not take the true result either (${truth.describe()})`);
      bench.refused(strange, "sender and auth_token", ["E012"]);
      bench.refused(stolen, "auth_token", ["E012"]);
      expectChoice(bench, call, "after a stranger's GAME_OVER, the call for its choice");
    });
  },
});
