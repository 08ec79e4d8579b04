import type { Done, ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { leagueOf } from "../_leagues.js";
import type { Played } from "../_only.js";
import { finished } from "../_rounds.js";
import { BUSY, busyLeague } from "../_special-leagues.js";
import { A_LEAGUE_MS } from "../_times.js";

const FEWER = 4;

export default check<ManagerBench>({
  id: "manager/matches/within-capacity",
  title: "gives a referee no more matches at once than it announced",
  decides: ["LM-MATCH-03"],
  kills: ["manager:overloads-referees"],
  worstCaseMs: 2 * A_LEAGUE_MS,
  async run(bench) {
    if (!bench.canStart) bench.notExercised("this needs a league of its own; use --command");
    await bench.sharedThenAlone(async (alone) => {
      const league = await (alone ? smallerLeague(bench) : leagueOf(bench, BUSY));
      bench.look(league, ["RUN_MATCH", "MATCH_RESULT"], (played) => {
        const { assignments } = finished(bench, played);
        if (assignments.some(({ by }) => by !== "RUN_MATCH"))
          bench.notExercised(
            "the league manager gives matches by its announcements only, all of a round at once",
          );
        const most = played.load?.most;
        bench.expect(most, "the most matches at once for a referee with max_concurrent_matches 1").is(1);
      });
    });
  },
});

function smallerLeague(bench: ManagerBench): Promise<Done<Played>> {
  const purpose = "a league whose only referee takes one match at a time";
  return bench.once(purpose, async (recorder) => {
    const { load, ...seats } = busyLeague(FEWER);
    const { league, stop } = await bench.open({ players: FEWER, referees: 1, ...seats, purpose }, recorder);
    try {
      return { seen: await league.play(), contests: new Map(), load };
    } finally {
      await stop();
    }
  });
}
