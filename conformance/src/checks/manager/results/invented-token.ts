import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { JUDGED_MS, judgeRefusal } from "../_verdicts.js";

export default check<ManagerBench>({
  id: "manager/results/invented-token",
  title: "refuses a report with an invented token, and counts nothing of it",
  decides: ["LM-RES-05"],
  kills: ["manager:believes-any-token"],
  worstCaseMs: JUDGED_MS,
  run: (bench) => judgeRefusal(bench, "an invented token"),
});
