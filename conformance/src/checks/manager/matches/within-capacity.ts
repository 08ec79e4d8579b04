import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { type RefereeScript, reports, slowly } from "../../../peers/referee-behaviour.js";
import { finished } from "../_rounds.js";
import { A_LEAGUE_MS } from "../_times.js";

/** Long enough for another match to be given meanwhile. In milliseconds. */
const MATCH_MS = 40;

export default check<ManagerBench>({
  id: "manager/matches/within-capacity",
  title: "gives a referee no more matches at once than it announced",
  decides: ["LM-MATCH-03"],
  kills: ["manager:overloads-referees"],
  worstCaseMs: A_LEAGUE_MS,
  async run(bench) {
    let open = 0;
    let most = 0;
    const work = slowly(MATCH_MS, reports());
    const script: RefereeScript = async (assignment, tools) => {
      open += 1;
      most = Math.max(most, open);
      // The report says that the match is over, not the answer to it.
      const isOver = () => {
        open -= 1;
      };
      tools.clock.after(MATCH_MS, isOver);
      await work(assignment, tools);
    };
    const { league } = await bench.league({
      players: 4,
      referees: 1,
      refereeSeats: [{ script, maxConcurrentMatches: 1 }],
    });
    const seen = finished(bench, { seen: await league.play() });
    if (seen.assignments.some(({ by }) => by !== "RUN_MATCH"))
      bench.notExercised(
        "the league manager gives matches by its announcements only, all of a round at once",
      );
    bench.expect(most, "the most matches at once for a referee with max_concurrent_matches 1").is(1);
  },
});
