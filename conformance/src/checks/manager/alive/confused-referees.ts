import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { FAILED_MS, judgeSurvival } from "../_failing.js";
import type { FailureName } from "../_referee-failures.js";

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
    await Promise.all(FAILURES.map((name) => judgeSurvival(bench, name)));
  },
});
