import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { questioned } from "../_leagues.js";
import { isRefused, QUESTIONS_MS } from "../_questions.js";
import { A_LEAGUE_MS } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/queries/refused",
  title: "refuses queries with an invented token, with that of another agent, and from an unknown player",
  decides: ["LM-QRY-03"],
  kills: ["manager:believes-any-token", "manager:any-members-token-will-do", "manager:answers-strangers"],
  worstCaseMs: A_LEAGUE_MS + QUESTIONS_MS,
  async run(bench) {
    bench.look(await questioned(bench), ["LEAGUE_QUERY"], ({ questions }) => {
      const { standings, inventedToken, othersToken, unknownPlayer } = questions;
      if (standings.outcome !== "message" || isRefused(standings)) {
        bench.notExercised(
          `a player's own query was answered with ${standings.describe()}, so that refusing another one proves nothing`,
        );
      }
      const asked = {
        "with an invented token": inventedToken,
        "with the token of another player": othersToken,
        "from the unknown player P99": unknownPlayer,
      };
      for (const [how, answer] of Object.entries(asked)) {
        bench.expect.that(isRefused(answer), {
          diagnosis: `GET_STANDINGS ${how} was answered with ${answer.describe()}; expected a refusal`,
          expected: "a refusal",
          received: answer.describe(),
        });
      }
    });
  },
});
