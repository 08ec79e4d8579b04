import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { UNHURT_MS, unhurt } from "../_plays-on.js";
import { answersTo } from "../_time.js";

/** From the league manager, while a match is under way. */
export default check<PlayerBench>({
  id: "player/error/survives-malformed-announcements",
  title: "chooses and joins after announcements and standings with missing and wrongly typed fields",
  decides: ["PLY-ERR-03"],
  kills: ["player:wedged-by-bad-params", "player:dies-of-bad-params"],
  slow: true,
  worstCaseMs:
    UNHURT_MS +
    2 * answersTo("ROUND_ANNOUNCEMENT", "ROUND_ANNOUNCEMENT", "LEAGUE_STANDINGS_UPDATE", "ROUND_COMPLETED"),
  run: (bench) =>
    unhurt(bench, "malformed announcements", async (match) => {
      const { player, league } = bench;
      await league.announceRound(player, [], { set: { "/matches": "none", "/round_id": null } });
      await league.announceRound(player, [], { remove: ["/matches"] });
      await league.announceRound(player, [], { set: { "/matches": [null] } });
      await league.standingsUpdate(player, { remove: ["/standings"] });
      await league.announceRound(player, [match], { remove: ["/matches/0/referee_endpoint", "/round_id"] });
      await league.standingsUpdate(player, { set: { "/standings": { [player.id]: "first" } } });
      await league.roundCompleted(player, {
        remove: ["/matches_played", "/next_round_id"],
        set: { "/round_id": -1 },
      });
    }),
});
