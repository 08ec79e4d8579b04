import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { CONTEST_MS } from "../_contests.js";
import { A_ROUND_MS } from "../_times.js";
import { judgeRefusal } from "../_verdicts.js";

export default check<ManagerBench>({
  id: "manager/results/player-as-sender",
  title: "refuses a report that a player makes with its own token",
  decides: ["LM-RES-05"],
  kills: ["manager:players-may-report"],
  worstCaseMs: A_ROUND_MS + CONTEST_MS,
  run: (bench) => judgeRefusal(bench, "a player as sender"),
});
