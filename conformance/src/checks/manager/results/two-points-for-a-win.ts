import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { JUDGED_MS, judgeScore } from "../_verdicts.js";

export default check<ManagerBench>({
  id: "manager/results/two-points-for-a-win",
  title: "does not believe a score of 2-0",
  decides: ["LM-RES-07"],
  kills: ["manager:believes-any-score"],
  worstCaseMs: JUDGED_MS,
  run: (bench) => judgeScore(bench, "two points for a win"),
});
