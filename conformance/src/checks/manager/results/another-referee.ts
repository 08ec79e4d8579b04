import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { JUDGED_MS, judgeRefusal } from "../_verdicts.js";

export default check<ManagerBench>({
  id: "manager/results/another-referee",
  title: "refuses a report by a referee that the match was not given to",
  decides: ["LM-RES-06"],
  kills: ["manager:any-referee-may-report"],
  worstCaseMs: JUDGED_MS,
  run: (bench) => judgeRefusal(bench, "another referee"),
});
