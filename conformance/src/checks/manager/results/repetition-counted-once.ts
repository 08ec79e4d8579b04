import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { JUDGED_MS, judgeOnce } from "../_verdicts.js";

export default check<ManagerBench>({
  id: "manager/results/repetition-counted-once",
  title: "counts a match once that is reported twice",
  decides: ["LM-RES-02"],
  kills: ["manager:counts-repetitions"],
  worstCaseMs: JUDGED_MS,
  run: (bench) => judgeOnce(bench, "repetition", "after the same report had come twice"),
});
