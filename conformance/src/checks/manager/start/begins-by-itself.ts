import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { START_PATIENCE_MS } from "../../../peers/managed-league.js";
import { plainLeague } from "../_leagues.js";
import { A_LEAGUE_MS } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/start/begins-by-itself",
  title: "begins its league by itself when the configured numbers have registered",
  decides: ["LM-START-01"],
  kills: ["manager:waits-to-be-told"],
  worstCaseMs: A_LEAGUE_MS,
  async run(bench) {
    const league = await plainLeague(bench);
    bench.look(league, ["REGISTER", "START_LEAGUE", "LEAGUE_STATUS", "ROUND_ANNOUNCEMENT"], ({ seen }) => {
      const { begun, players, referees } = seen;
      if (!bench.canStart && begun !== "by itself") {
        bench.notExercised(
          "it is not known how many agents the manager at --url waits for; say so with --players and --referees",
        );
      }
      const who = `${players.length} players and ${referees.length} referees`;
      bench.expect.that(begun === "by itself", {
        diagnosis: `${who} registered, as many as the manager was told to wait for, and ${START_PATIENCE_MS / 1_000} s later it had announced no round`,
        expected: "ROUND_ANNOUNCEMENT",
        received: begun === "never" ? "nothing, not even after start_league" : "nothing before start_league",
        hint: "The numbers stand in {players} and {referees} of --command, and in LEAGUE_PLAYERS and LEAGUE_REFEREES.",
      });
    });
  },
});
