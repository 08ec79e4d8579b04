import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { judgePatience, SLOW_LEAGUES_MS } from "../_slow.js";

export default check<ManagerBench>({
  id: "manager/alive/dead-player",
  title: "brings the league to its end although a player cannot be reached",
  decides: ["LM-LIVE-01"],
  kills: ["manager:dies-with-a-player", "manager:stops-for-a-dead-player"],
  worstCaseMs: SLOW_LEAGUES_MS,
  run: (bench) => judgePatience(bench, "cannot be reached"),
});
