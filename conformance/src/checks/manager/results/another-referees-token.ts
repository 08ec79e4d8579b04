import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { JUDGED_MS, judgeRefusal } from "../_verdicts.js";

export default check<ManagerBench>({
  id: "manager/results/another-referees-token",
  title: "refuses a report in the referee's name with another referee's token",
  decides: ["LM-RES-05"],
  kills: [
    "manager:believes-any-token",
    "manager:any-members-token-will-do",
    "manager:any-referees-token-will-do",
  ],
  worstCaseMs: JUDGED_MS,
  run: (bench) => judgeRefusal(bench, "another referee's token"),
});
