import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { FAILED_MS, judgeSurvival } from "../_failing.js";

const FAILURE = "never answers RUN_MATCH";

export default check<ManagerBench>({
  id: "manager/alive/silent-referee",
  title: "brings the league to its end although a referee never answers",
  decides: ["LM-LIVE-02"],
  kills: ["manager:waits-for-dead-referees", "manager:dies-with-a-referee"],
  worstCaseMs: FAILED_MS,
  run: (bench) => judgeSurvival(bench, FAILURE),
});
