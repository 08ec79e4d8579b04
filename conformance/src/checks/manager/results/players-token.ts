import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { JUDGED_MS, judgeRefusal } from "../_verdicts.js";

export default check<ManagerBench>({
  id: "manager/results/players-token",
  title: "refuses a report in the referee's name with a player's token",
  decides: ["LM-RES-05"],
  kills: ["manager:believes-any-token", "manager:any-members-token-will-do"],
  worstCaseMs: JUDGED_MS,
  run: (bench) => judgeRefusal(bench, "a player's token"),
});
