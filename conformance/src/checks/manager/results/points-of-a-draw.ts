import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { JUDGED_MS, judgeScore } from "../_verdicts.js";

export default check<ManagerBench>({
  id: "manager/results/points-of-a-draw",
  title: "does not believe a score of 1-1 of a match that has a winner",
  decides: ["LM-RES-07"],
  kills: ["manager:believes-any-score"],
  worstCaseMs: JUDGED_MS,
  run: (bench) => judgeScore(bench, "the points of a draw for a winner"),
});
