import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { judgeTables } from "../_standings.js";
import { judgeOrder } from "../_table-order.js";
import { A_LEAGUE_MS } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/standings/order",
  title: "lists every player by points, then wins, then in alphabetical order",
  decides: ["LM-TAB-02"],
  kills: ["manager:table-not-sorted", "manager:sorts-by-points-only", "manager:leaves-out-the-last"],
  worstCaseMs: A_LEAGUE_MS,
  run: (bench) => judgeTables(bench, (table) => judgeOrder(bench, table)),
});
