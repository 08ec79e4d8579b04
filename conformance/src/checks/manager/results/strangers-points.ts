import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { JUDGED_MS, judgeScore } from "../_verdicts.js";

export default check<ManagerBench>({
  id: "manager/results/strangers-points",
  title: "does not believe points for a stranger",
  decides: ["LM-RES-07"],
  kills: ["manager:believes-any-score"],
  worstCaseMs: JUDGED_MS,
  run: (bench) => judgeScore(bench, "a stranger's points"),
});
