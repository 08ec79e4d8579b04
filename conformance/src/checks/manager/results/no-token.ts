import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { JUDGED_MS, judgeRefusal } from "../_verdicts.js";

export default check<ManagerBench>({
  id: "manager/results/no-token",
  title: "refuses a report without a token, and counts nothing of it",
  decides: ["LM-RES-05"],
  kills: ["manager:believes-without-token"],
  worstCaseMs: JUDGED_MS,
  run: (bench) => judgeRefusal(bench, "no token"),
});
