import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { oneAtATime, reports } from "../../../peers/referee-behaviour.js";
import { mustEndWell } from "../_leagues.js";
import { playersOf } from "../_rounds.js";
import { A_LEAGUE_MS } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/start/started-again",
  title: "goes on with its league when it is told start_league once more",
  decides: ["LM-ROUND-05"],
  kills: ["manager:starts-again"],
  worstCaseMs: A_LEAGUE_MS,
  async run(bench) {
    await mustEndWell(bench);
    let asked = false;
    const script = oneAtATime()(async (assignment, tools) => {
      const first = tools.league.assignments[0]?.roundId;
      if (!asked && assignment.roundId !== first) {
        asked = true;
        await tools.league.start();
      }
      await reports()(assignment, tools);
    });
    const { league } = await bench.league({
      players: 4,
      referees: 2,
      refereeSeats: [{ script }, { script }],
    });
    const seen = await league.play();
    if (!asked) bench.notExercised("the league did not come to its second round");
    for (const player of playersOf(seen)) {
      const told = seen.sent("ROUND_ANNOUNCEMENT", player).map(({ message }) => message.round_id);
      bench.expect.that(new Set(told).size === told.length, {
        diagnosis: `start_league came a second time in the second round, and then ${player.id} was sent ROUND_ANNOUNCEMENT for the rounds ${told.join(", ")}`,
        expected: "every round once",
        received: told.join(", "),
      });
    }
    bench.expect.that(seen.completed, {
      diagnosis:
        "start_league came a second time in the second round, and then the league never came to its end",
      expected: "LEAGUE_COMPLETED",
      received: `matches assigned: ${seen.matchIds.join(", ")}`,
    });
  },
});
