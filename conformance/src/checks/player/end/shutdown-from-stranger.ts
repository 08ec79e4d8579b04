import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { expectJoin, inMatch, invited, newReferee } from "../_steps.js";
import { answersTo } from "../_time.js";

/** The twin, the league manager's own command, comes at the end. */
export default check<PlayerBench>({
  id: "player/end/shutdown-from-stranger",
  title: "refuses SHUTDOWN_COMMAND from anybody but the league manager, with E012, and plays on",
  decides: ["PLY-STOP-03"],
  kills: ["player:obeys-any-shutdown", "player:refuses-with-internal-error"],
  needs: { last: true },
  worstCaseMs: answersTo(
    "GAME_INVITATION",
    "GAME_OVER",
    "SHUTDOWN_COMMAND",
    "SHUTDOWN_COMMAND",
    "GAME_INVITATION",
    "SHUTDOWN_COMMAND",
  ),
  async run(bench) {
    const { player, league } = bench;
    const referee = newReferee(bench);
    await inMatch(bench, async () => undefined);
    const strangers = [
      await league.shutdown(player, {}, referee),
      await league.shutdown(player, {}, league.impostor("P02", { sender: "player:P02" })),
    ];
    const invitation = await invited(bench, league.match({}, referee));
    // Where the suite cannot start another one, the player is needed for what comes after this check.
    const manager = bench.isOurs ? await league.shutdown(player) : undefined;
    if (manager?.outcome === "refusal") {
      bench.notExercised(`the player refuses the league manager's command too (${manager.describe()})`);
    }
    for (const answer of strangers) bench.refused(answer, "sender (not the league manager)", ["E012"]);
    expectJoin(bench, invitation, "after a stranger's SHUTDOWN_COMMAND, an invitation");
  },
});
