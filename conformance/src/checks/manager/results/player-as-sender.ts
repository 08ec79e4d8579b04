import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { JUDGED_MS, judgeRefusal } from "../_verdicts.js";

export default check<ManagerBench>({
  id: "manager/results/player-as-sender",
  title: "refuses a report that a player makes with its own token",
  decides: ["LM-RES-05"],
  kills: ["manager:players-may-report"],
  worstCaseMs: JUDGED_MS,
  run: (bench) => judgeRefusal(bench, "a player as sender"),
});
