import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { judgePatience, SLOW_LEAGUES_MS } from "../_slow.js";

export default check<ManagerBench>({
  id: "manager/alive/silent-player",
  title: "waits at most 10 s a message for a player that does not answer, and brings the league to its end",
  decides: ["LM-LIVE-01"],
  kills: ["manager:waits-thirty-seconds", "manager:stops-for-a-silent-player"],
  worstCaseMs: SLOW_LEAGUES_MS,
  run: (bench) => judgePatience(bench, "never answers"),
});
