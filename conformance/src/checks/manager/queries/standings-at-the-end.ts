import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { judgeAnsweredStandings } from "../_answers.js";
import { questioned } from "../_leagues.js";
import { QUESTIONS_MS } from "../_questions.js";
import { countedIn } from "../_table.js";
import { A_LEAGUE_MS } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/queries/standings-at-the-end",
  title: "answers GET_STANDINGS of a player with the final standings when the league has ended",
  decides: ["LM-QRY-01"],
  kills: ["manager:silent-after-the-end", "manager:answers-old-standings"],
  worstCaseMs: A_LEAGUE_MS + QUESTIONS_MS,
  async run(bench) {
    bench.look(await questioned(bench), ["LEAGUE_QUERY", "LEAGUE_COMPLETED"], ({ questions, seen }) => {
      const { atTheEnd } = questions;
      if (atTheEnd === undefined) return bench.notExercised("the league did not come to its end");
      const { standings } = atTheEnd;
      // A league manager may end with its league (IS 2.2.9).
      if (standings.outcome === "failure" && standings.failure?.reason === "refused")
        bench.notExercised("the league manager had ended");
      judgeAnsweredStandings(bench, standings, {
        seen,
        matches: countedIn(seen),
        when: "when LEAGUE_COMPLETED had been sent",
      });
    });
  },
});
