import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { JUDGED_MS, judgeOnce } from "../_verdicts.js";

export default check<ManagerBench>({
  id: "manager/results/race-counted-once",
  title: "counts a match once whose report comes three times at the same moment",
  decides: ["LM-RES-02"],
  kills: ["manager:counts-races"],
  worstCaseMs: JUDGED_MS,
  run: (bench) => judgeOnce(bench, "race", "after the same report had come three times at the same moment"),
});
