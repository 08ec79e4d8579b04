import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { isRefused, wordsOf } from "../_questions.js";
import { RESTARTED_MS, restartedLeague } from "../_restarted.js";

export default check<ManagerBench>({
  id: "manager/restart/knows-its-agents",
  title:
    "knows its agents by their ids and tokens when it is killed and started again, and their names are taken",
  decides: ["LM-KEEP-01"],
  kills: ["manager:forgets-everything", "manager:forgets-tokens"],
  worstCaseMs: RESTARTED_MS,
  async run(bench) {
    const types = ["LEAGUE_QUERY", "LEAGUE_REGISTER"];
    bench.look(await restartedLeague(bench), types, ({ asking, standings, stranger }) => {
      const said = standings.outcome === "message" ? wordsOf(standings) : standings.describe();
      bench.expect.that(standings.outcome === "message" && !isRefused(standings), {
        diagnosis: `killed and started again, the league manager answered GET_STANDINGS from ${asking.id}, with the token that it had given out, with ${said}`,
        expected: "LEAGUE_QUERY_RESPONSE",
        received: said,
      });
      bench.expect.that(stranger?.outcome !== "message" || stranger.result.status === "REJECTED", {
        diagnosis: `killed and started again, the league manager accepted a new player under the name "${asking.displayName}", which is taken`,
        expected: "REJECTED",
        received: stranger?.describe() ?? "nothing",
      });
    });
  },
});
