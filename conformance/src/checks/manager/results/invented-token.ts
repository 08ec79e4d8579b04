import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { CONTEST_MS } from "../_contests.js";
import { A_ROUND_MS } from "../_times.js";
import { judgeRefusal } from "../_verdicts.js";

export default check<ManagerBench>({
  id: "manager/results/invented-token",
  title: "refuses a report with an invented token, and counts nothing of it",
  decides: ["LM-RES-05"],
  kills: ["manager:believes-any-token"],
  worstCaseMs: A_ROUND_MS + CONTEST_MS,
  run: (bench) => judgeRefusal(bench, "an invented token"),
});
