import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { CONTEST_MS } from "../_contests.js";
import { A_ROUND_MS } from "../_times.js";
import { judgeScore } from "../_verdicts.js";

export default check<ManagerBench>({
  id: "manager/results/points-of-a-draw",
  title: "does not believe a score of 1-1 of a match that has a winner",
  decides: ["LM-RES-07"],
  kills: ["manager:believes-any-score"],
  worstCaseMs: A_ROUND_MS + CONTEST_MS,
  run: (bench) => judgeScore(bench, "the points of a draw for a winner"),
});
