import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { expectChoice, inMatch, plays } from "../_steps.js";
import { A_MATCH_MS, answersTo } from "../_time.js";

/** The league manager's messages come when they come: late ones of the last round, early ones of the next. */
export default check<PlayerBench>({
  id: "player/choice/chooses-through-announcements",
  title: "chooses in a match during which rounds are announced and completed",
  decides: ["PLY-CHOICE-01"],
  kills: ["player:forgets-its-match-when-a-round-ends", "player:forgets-its-match-when-a-round-begins"],
  worstCaseMs: 3 * A_MATCH_MS + answersTo("ROUND_ANNOUNCEMENT", "LEAGUE_STANDINGS_UPDATE", "ROUND_COMPLETED"),
  async run(bench) {
    const { player, league } = bench;
    await plays(bench);
    const says = {
      "the announcement of another round": () => league.announceRound(player),
      "new standings and the completion of a round": async () => {
        await league.standingsUpdate(player);
        await league.roundCompleted(player);
      },
    };
    for (const [what, say] of Object.entries(says)) {
      await inMatch(bench, async (match) => {
        await say();
        expectChoice(
          bench,
          await match.askChoice(player),
          `after ${what} during its match, the call for its choice`,
        );
      });
    }
  },
});
