import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { judgeAllSizes } from "../_leagues.js";
import { finished } from "../_rounds.js";
import { A_LEAGUE_MS } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/schedule/spread-over-referees",
  title: "spreads the matches over the referees so that their numbers differ by one at most",
  decides: ["LM-SCHED-04"],
  kills: ["manager:favours-a-referee"],
  worstCaseMs: A_LEAGUE_MS,
  async run(bench) {
    await judgeAllSizes(bench, ["RUN_MATCH", "ROUND_ANNOUNCEMENT"], (played) => {
      const { referees, assignments, players } = finished(bench, played);
      const counts = referees
        .filter(({ accepted }) => accepted)
        .map(
          (referee) =>
            new Set(assignments.filter((one) => one.referee === referee).map(({ matchId }) => matchId)).size,
        );
      const told = referees.map(({ id }, index) => `${id}: ${counts[index]}`).join(", ");
      bench.expect.that(Math.max(...counts) - Math.min(...counts) <= 1, {
        diagnosis: `in a league of ${players.length} players the referees were given different numbers of matches (${told})`,
        expected: "numbers that differ by one at most",
        received: told,
      });
    });
  },
});
