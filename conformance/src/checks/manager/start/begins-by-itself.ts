import type { Done, ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { START_PATIENCE_MS } from "../../../peers/league-options.js";
import { leagueOf, plainLeague, SIZES } from "../_leagues.js";
import type { Played } from "../_only.js";
import { MAIN } from "../_outcomes.js";
import { playersOf } from "../_rounds.js";
import { A_LEAGUE_MS } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/start/begins-by-itself",
  title: "begins its league by itself when the configured numbers have registered",
  decides: ["LM-START-01"],
  kills: ["manager:waits-to-be-told", "manager:never-begins-with-three"],
  worstCaseMs: A_LEAGUE_MS,
  async run(bench) {
    const main = await plainLeague(bench);
    judge(bench, main);
    // One that waits for the same numbers whatever it is told has begun when they were there.
    if (!bench.canStart || playersOf(main.value.seen).length !== MAIN) return;
    await Promise.all(
      SIZES.map((players) =>
        bench.sharedThenAlone(async (plain) => judge(bench, await leagueOf(bench, players, plain))),
      ),
    );
  },
});

function judge(bench: ManagerBench, league: Done<Played>): void {
  bench.look(league, ["START_LEAGUE", "LEAGUE_STATUS", "ROUND_ANNOUNCEMENT"], ({ seen }) => {
    const { begun, referees } = seen;
    if (!bench.canStart && begun !== "by itself")
      bench.notExercised(
        "it is not known how many agents the manager at --url waits for; say so with --players and --referees",
      );
    const who = `${playersOf(seen).length} players and ${referees.length} referees`;
    bench.expect.that(begun === "by itself", {
      diagnosis: `${who} registered, as many as the manager was told to wait for, and ${START_PATIENCE_MS / 1_000} s later it had announced no round`,
      expected: "ROUND_ANNOUNCEMENT",
      received: begun === "never" ? "nothing, not even after start_league" : "nothing before start_league",
      hint: "The numbers stand in {players} and {referees} of --command, and in LEAGUE_PLAYERS and LEAGUE_REFEREES.",
    });
  });
}
