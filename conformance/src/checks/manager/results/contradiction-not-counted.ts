import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { JUDGED_MS, judgeOnce } from "../_verdicts.js";

export default check<ManagerBench>({
  id: "manager/results/contradiction-not-counted",
  title: "counts a match as it was reported first when another report contradicts it",
  decides: ["LM-RES-02"],
  kills: ["manager:counts-contradictions", "manager:last-report-wins"],
  worstCaseMs: JUDGED_MS,
  run: (bench) => judgeOnce(bench, "contradiction", "after a second report had said the contrary"),
});
