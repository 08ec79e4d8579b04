import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { CONTEST_MS } from "../_contests.js";
import { A_ROUND_MS } from "../_times.js";
import { judgeOnce } from "../_verdicts.js";

export default check<ManagerBench>({
  id: "manager/results/contradiction-not-counted",
  title: "counts a match as it was reported first when another report contradicts it",
  decides: ["LM-RES-02"],
  kills: ["manager:counts-contradictions", "manager:last-report-wins"],
  worstCaseMs: A_ROUND_MS + CONTEST_MS,
  run: (bench) => judgeOnce(bench, "contradiction", "after a second report had said the contrary"),
});
