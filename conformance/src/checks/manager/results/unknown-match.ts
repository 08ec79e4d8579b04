import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { CONTEST_MS } from "../_contests.js";
import { A_ROUND_MS } from "../_times.js";
import { judgeRefusal } from "../_verdicts.js";

export default check<ManagerBench>({
  id: "manager/results/unknown-match",
  title: "refuses a report of an unknown match, and counts nothing of it",
  decides: ["LM-RES-04"],
  kills: ["manager:records-unknown-matches", "manager:acknowledges-unknown-matches"],
  worstCaseMs: A_ROUND_MS + CONTEST_MS,
  run: (bench) => judgeRefusal(bench, "an unknown match"),
});
