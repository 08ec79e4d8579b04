import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import type { PlayerFault } from "../_player-faults.js";
import { judgePatience, SLOW_LEAGUES_MS } from "../_slow.js";

const CONFUSED: readonly PlayerFault[] = [
  "answers everything with HTTP 500",
  "answers everything with something that is no JSON",
  "answers everything with an error",
  "answers everything with an empty result",
  "answers everything with bytes that are no HTTP",
];

export default check<ManagerBench>({
  id: "manager/alive/confused-players",
  title: "brings the league to its end although a player answers with errors or nonsense",
  decides: ["LM-LIVE-01"],
  kills: ["manager:dies-of-nonsense", "manager:stops-at-an-error"],
  worstCaseMs: SLOW_LEAGUES_MS,
  async run(bench) {
    await Promise.all(CONFUSED.map((fault) => judgePatience(bench, fault)));
  },
});
