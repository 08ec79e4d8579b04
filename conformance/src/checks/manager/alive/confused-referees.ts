import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { FAILED_MS, type FailureName, failingLeague, judgeSurvival } from "../_failing.js";

const FAILURES: readonly FailureName[] = [
  "refuses it",
  "answers with HTTP 500",
  "answers without JSON",
  "resets the connection",
];

export default check<ManagerBench>({
  id: "manager/alive/confused-referees",
  title: "brings the league to its end although a referee answers with errors or nonsense",
  decides: ["LM-LIVE-02"],
  kills: ["manager:takes-errors-for-acknowledgements", "manager:ends-with-a-failed-match"],
  worstCaseMs: FAILED_MS,
  async run(bench) {
    const leagues = await Promise.all(FAILURES.map((name) => failingLeague(bench, name)));
    leagues.forEach((league, index) => {
      const name = FAILURES[index] ?? "refuses it";
      bench.look(league, ["RUN_MATCH", "LEAGUE_COMPLETED"], (failed) => judgeSurvival(bench, failed, name));
    });
  },
});
