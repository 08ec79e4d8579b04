import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { CONTEST_MS } from "../_contests.js";
import { A_ROUND_MS } from "../_times.js";
import { judgeOnce } from "../_verdicts.js";

export default check<ManagerBench>({
  id: "manager/results/repetition-counted-once",
  title: "counts a match once that is reported twice",
  decides: ["LM-RES-02"],
  kills: ["manager:counts-repetitions"],
  worstCaseMs: A_ROUND_MS + CONTEST_MS,
  run: (bench) => judgeOnce(bench, "repetition", "after the same report had come twice"),
});
