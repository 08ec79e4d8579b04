import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { leagueOf } from "../_leagues.js";
import { LARGEST } from "../_outcomes.js";
import { judgeTables } from "../_standings.js";
import { judgeOrder } from "../_table-order.js";
import { A_LEAGUE_MS } from "../_times.js";

/** 9 points stand below 12, also where points are text. */
export default check<ManagerBench>({
  id: "manager/standings/order-of-many-points",
  title: "lists players with points of one digit below those with points of two",
  decides: ["LM-TAB-02"],
  kills: ["manager:sorts-points-as-text"],
  worstCaseMs: A_LEAGUE_MS,
  async run(bench) {
    await bench.sharedThenAlone(async (plain) => {
      const league = leagueOf(bench, LARGEST, plain);
      if ((await league).value.seen.players.length < LARGEST)
        bench.notExercised(`this needs a league of ${LARGEST} players; use --command`);
      await judgeTables(bench, (table) => judgeOrder(bench, table), league);
    });
  },
});
