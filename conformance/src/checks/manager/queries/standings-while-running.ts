import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { deadlineOf } from "../../../contract.js";
import { judgeAnsweredStandings } from "../_answers.js";
import { questioned } from "../_leagues.js";
import { QUESTIONS_MS } from "../_questions.js";
import { A_LEAGUE_MS } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/queries/standings-while-running",
  title: "answers GET_STANDINGS of a player with the standings as they are while the league runs",
  decides: ["LM-QRY-01"],
  kills: ["manager:answers-old-standings", "manager:knows-no-queries", "manager:slow-to-answer"],
  worstCaseMs: A_LEAGUE_MS + QUESTIONS_MS,
  async run(bench) {
    bench.look(await questioned(bench), ["LEAGUE_QUERY", "MATCH_RESULT_REPORT"], ({ questions, seen }) => {
      const { standings, counted } = questions;
      judgeAnsweredStandings(bench, standings, { seen, matches: counted, when: "while the league ran" });
      bench.expect.time(standings.ms, "the answer to GET_STANDINGS").isAtMost(deadlineOf("LEAGUE_QUERY"));
    });
  },
});
