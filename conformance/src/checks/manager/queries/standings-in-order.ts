import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { questioned } from "../_leagues.js";
import { dataOf, isRefused, QUESTIONS_MS } from "../_questions.js";
import { playersOf } from "../_rounds.js";
import { rowsIn } from "../_table.js";
import { judgeOrder } from "../_table-order.js";
import { A_LEAGUE_MS } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/queries/standings-in-order",
  title: "answers GET_STANDINGS with every player in the order of the table",
  decides: ["LM-TAB-02"],
  kills: ["manager:answers-unsorted"],
  worstCaseMs: A_LEAGUE_MS + QUESTIONS_MS,
  async run(bench) {
    bench.look(await questioned(bench), ["LEAGUE_QUERY"], ({ questions, seen }) => {
      const { standings } = questions;
      const rows =
        standings.outcome === "message" && !isRefused(standings)
          ? rowsIn(dataOf(standings, "standings"))
          : undefined;
      if (rows === undefined) return bench.notExercised("GET_STANDINGS was not answered with standings");
      const what = "the answer to GET_STANDINGS";
      judgeOrder(bench, { what, rows, matches: questions.counted, players: playersOf(seen) });
    });
  },
});
