import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { judgeAnsweredStandings } from "../_answers.js";
import { isRefused } from "../_questions.js";
import { RESTARTED_MS, restartedLeague } from "../_restarted.js";

export default check<ManagerBench>({
  id: "manager/restart/keeps-results",
  title: "counts each result that it has acknowledged once when it is killed and started again",
  decides: ["LM-KEEP-02"],
  kills: ["manager:forgets-results", "manager:counts-twice-after-a-restart"],
  worstCaseMs: RESTARTED_MS,
  async run(bench) {
    const types = ["LEAGUE_QUERY", "MATCH_RESULT_REPORT"];
    bench.look(await restartedLeague(bench), types, ({ seen, standings, counted }) => {
      if (standings.outcome !== "message" || isRefused(standings))
        bench.notExercised(`after the restart GET_STANDINGS was answered with ${standings.describe()}`);
      judgeAnsweredStandings(bench, standings, { seen, matches: counted, when: "right after the restart" });
    });
  },
});
