import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { CONTEST_MS } from "../_contests.js";
import { A_ROUND_MS } from "../_times.js";
import { judgeRefusal } from "../_verdicts.js";

export default check<ManagerBench>({
  id: "manager/results/another-referee",
  title: "refuses a report by a referee that the match was not given to",
  decides: ["LM-RES-06"],
  kills: ["manager:any-referee-may-report"],
  worstCaseMs: A_ROUND_MS + CONTEST_MS,
  run: (bench) => judgeRefusal(bench, "another referee"),
});
