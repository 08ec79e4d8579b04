import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { CONTEST_MS } from "../_contests.js";
import { A_ROUND_MS } from "../_times.js";
import { judgeRefusal } from "../_verdicts.js";

export default check<ManagerBench>({
  id: "manager/results/not-yet",
  title: "refuses a report of a match that was given to no referee yet",
  decides: ["LM-RES-06"],
  kills: ["manager:takes-results-early", "manager:any-referee-may-report"],
  worstCaseMs: A_ROUND_MS + 4 * CONTEST_MS,
  run: (bench) => judgeRefusal(bench, "the id of a match that is still to come"),
});
