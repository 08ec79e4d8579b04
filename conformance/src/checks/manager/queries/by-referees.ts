import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { mustBeAnswered } from "../_answers.js";
import { questioned } from "../_leagues.js";
import { isRefused, QUESTIONS_MS } from "../_questions.js";
import { A_LEAGUE_MS } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/queries/by-referees",
  title: "answers the query of a referee as it answers that of a player",
  decides: ["LM-QRY-04"],
  kills: ["manager:answers-players-only"],
  worstCaseMs: A_LEAGUE_MS + QUESTIONS_MS,
  async run(bench) {
    bench.look(await questioned(bench), ["LEAGUE_QUERY"], ({ questions }) => {
      const { standings, byReferee, match } = questions;
      if (standings.outcome !== "message" || isRefused(standings))
        bench.notExercised("a player's query was not answered either");
      mustBeAnswered(bench, byReferee, `GET_STANDINGS of the referee ${match.referee.id}`);
    });
  },
});
