import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { judgePatience, SLOW_LEAGUE_MS } from "../_slow.js";

/** Never silent for as long as a socket waits for its next byte, and not done when the round should be over. */
const DRIP = { kind: "drip", status: 200, body: " ".repeat(400), bytesPerSecond: 1 } as const;

export default check<ManagerBench>({
  id: "manager/alive/dripping-player",
  title: "waits at most 10 s a message for a player whose answers come byte by byte",
  decides: ["LM-LIVE-01"],
  kills: ["manager:waits-thirty-seconds", "manager:stops-for-a-silent-player"],
  worstCaseMs: SLOW_LEAGUE_MS,
  run: (bench) => judgePatience(bench, { http: DRIP }, "sends its answers at one byte a second"),
});
