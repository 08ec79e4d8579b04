import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { DISTURBED_MS, judgeDisturbance } from "../_disturbed.js";
import { mustEndWell } from "../_leagues.js";
import { playersOf } from "../_rounds.js";

export default check<ManagerBench>({
  id: "manager/start/started-again",
  title: "goes on with its league when it is told start_league once more",
  decides: ["LM-ROUND-05"],
  kills: ["manager:starts-again"],
  worstCaseMs: DISTURBED_MS,
  async run(bench) {
    await mustEndWell(bench);
    const types = ["START_LEAGUE", "LEAGUE_STATUS", "ROUND_ANNOUNCEMENT"];
    await judgeDisturbance(bench, "start_league again", types, ({ seen, startedAgain }) => {
      if (!startedAgain) bench.notExercised("the league did not come to its second round");
      for (const player of playersOf(seen)) {
        const told = seen.sent("ROUND_ANNOUNCEMENT", player).map(({ message }) => message.round_id);
        bench.expect.that(new Set(told).size === told.length, {
          diagnosis: `start_league came a second time in the second round, and then ${player.id} was sent ROUND_ANNOUNCEMENT for the rounds ${told.join(", ")}`,
          expected: "every round once",
          received: told.join(", "),
        });
      }
      bench.expect.that(seen.completed, {
        diagnosis:
          "start_league came a second time in the second round, and then the league never came to its end",
        expected: "LEAGUE_COMPLETED",
        received: `matches assigned: ${seen.matchIds.join(", ")}`,
      });
    });
  },
});
