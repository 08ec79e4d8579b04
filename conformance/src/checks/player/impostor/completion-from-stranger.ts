import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { expectJoin, inMatch, invited, newReferee } from "../_steps.js";
import { answersTo } from "../_time.js";

/** The twin, the league manager's own word, comes at the end: it may end the player. */
export default check<PlayerBench>({
  id: "player/impostor/completion-from-stranger",
  title: "refuses a LEAGUE_COMPLETED that is not the league manager's, with E012, and plays on",
  decides: ["PLY-AUTH-03"],
  kills: [
    "player:believes-any-announcer",
    "player:ends-on-any-completion",
    "player:refuses-with-internal-error",
  ],
  needs: { last: true },
  worstCaseMs: answersTo(
    "GAME_INVITATION",
    "LEAGUE_COMPLETED",
    "GAME_INVITATION",
    "GAME_OVER",
    "LEAGUE_COMPLETED",
  ),
  async run(bench) {
    const { player, league } = bench;
    const stranger = await inMatch(bench, ({ referee }) => league.leagueCompleted(player, {}, referee));
    const invitation = await invited(bench, league.match({}, newReferee(bench)));
    // Where the suite cannot start another one, the player is needed for what comes after this check.
    const manager = bench.isOurs ? await league.leagueCompleted(player) : undefined;
    if (stranger.outcome === "refusal" && manager?.outcome === "refusal") {
      bench.notExercised(`the player does not take the league manager's word either (${manager.describe()})`);
    }
    bench.refused(stranger, "sender (a referee)", ["E012"]);
    expectJoin(bench, invitation, "after a referee's LEAGUE_COMPLETED, an invitation");
  },
});
