import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { inMatch } from "../_steps.js";
import { answersTo } from "../_time.js";

const ANNOUNCED = ["ROUND_ANNOUNCEMENT", "LEAGUE_STANDINGS_UPDATE", "ROUND_COMPLETED"] as const;

/** Twin controls: each from the league manager, and from the referee of the player's own match. */
export default check<PlayerBench>({
  id: "player/impostor/announcements-from-stranger",
  title:
    "refuses announcements, standings and round completions that are not the league manager's, with E012",
  decides: ["PLY-AUTH-03"],
  kills: ["player:believes-any-announcer", "player:refuses-with-internal-error"],
  worstCaseMs: answersTo("GAME_INVITATION", "GAME_OVER", ...ANNOUNCED, ...ANNOUNCED),
  run: (bench) =>
    inMatch(bench, async ({ referee }) => {
      const { player, league, twins } = bench;
      const says = {
        ROUND_ANNOUNCEMENT: (as = league.voice) => league.announceRound(player, [], {}, as),
        LEAGUE_STANDINGS_UPDATE: (as = league.voice) => league.standingsUpdate(player, {}, as),
        ROUND_COMPLETED: (as = league.voice) => league.roundCompleted(player, {}, as),
      };
      for (const type of ANNOUNCED) {
        await twins({
          differ: "sender (a referee)",
          valid: () => says[type](),
          invalid: () => says[type](referee),
          because: ["E012"],
        });
      }
    }),
});
