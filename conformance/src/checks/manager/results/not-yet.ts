import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { JUDGED_MS, judgeRefusal } from "../_verdicts.js";

export default check<ManagerBench>({
  id: "manager/results/not-yet",
  title: "refuses a report of a match that was given to no referee yet",
  decides: ["LM-RES-06"],
  kills: ["manager:takes-results-early", "manager:any-referee-may-report"],
  worstCaseMs: JUDGED_MS,
  run: (bench) => judgeRefusal(bench, "the id of a match that is still to come"),
});
