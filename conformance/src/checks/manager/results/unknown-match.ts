import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { JUDGED_MS, judgeRefusal } from "../_verdicts.js";

export default check<ManagerBench>({
  id: "manager/results/unknown-match",
  title: "refuses a report of an unknown match, and counts nothing of it",
  decides: ["LM-RES-04"],
  kills: ["manager:records-unknown-matches", "manager:acknowledges-unknown-matches"],
  worstCaseMs: JUDGED_MS,
  run: (bench) => judgeRefusal(bench, "an unknown match"),
});
