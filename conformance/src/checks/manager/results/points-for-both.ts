import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { JUDGED_MS, judgeScore } from "../_verdicts.js";

export default check<ManagerBench>({
  id: "manager/results/points-for-both",
  title: "does not believe a score of 3-3",
  decides: ["LM-RES-07"],
  kills: ["manager:believes-any-score"],
  worstCaseMs: JUDGED_MS,
  run: (bench) => judgeScore(bench, "points for both"),
});
