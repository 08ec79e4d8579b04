import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { CONTEST_MS } from "../_contests.js";
import { A_ROUND_MS } from "../_times.js";
import { judgeOnce } from "../_verdicts.js";

export default check<ManagerBench>({
  id: "manager/results/race-counted-once",
  title: "counts a match once whose report comes three times at the same moment",
  decides: ["LM-RES-02"],
  kills: ["manager:counts-races"],
  worstCaseMs: A_ROUND_MS + CONTEST_MS,
  run: (bench) => judgeOnce(bench, "race", "after the same report had come three times at the same moment"),
});
