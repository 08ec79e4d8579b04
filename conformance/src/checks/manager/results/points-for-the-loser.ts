import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { JUDGED_MS, judgeScore } from "../_verdicts.js";

export default check<ManagerBench>({
  id: "manager/results/points-for-the-loser",
  title: "does not believe points that contradict the winner",
  decides: ["LM-RES-07"],
  kills: ["manager:believes-any-score"],
  worstCaseMs: JUDGED_MS,
  run: (bench) => judgeScore(bench, "points for the loser"),
});
