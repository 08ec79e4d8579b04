import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { judgeAllSizes } from "../_leagues.js";
import { finished, playersOf, roundsWithPlayers } from "../_rounds.js";
import { A_LEAGUE_MS } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/schedule/once-a-round",
  title: "lets every player play exactly once in each round, but for the one that sits out",
  decides: ["LM-SCHED-02"],
  kills: ["manager:player-twice-in-a-round", "manager:a-match-a-round"],
  worstCaseMs: A_LEAGUE_MS,
  async run(bench) {
    await judgeAllSizes(bench, ["ROUND_ANNOUNCEMENT"], (played) => {
      const seen = finished(bench, played);
      const ids = playersOf(seen).map(({ id }) => id);
      for (const round of roundsWithPlayers(bench, seen)) {
        const playing = round.matches.flatMap(({ player_A_id, player_B_id }) => [player_A_id, player_B_id]);
        const twice = ids.find((id) => playing.filter((one) => one === id).length > 1);
        const what = `round ${String(round.id)} of a league of ${ids.length} players`;
        bench.expect.that(twice === undefined, {
          diagnosis: `in ${what}, ${twice ?? ""} plays more than once`,
          expected: "each player once",
          received: playing.join(", "),
        });
        const idle = ids.filter((id) => !playing.includes(id));
        bench.expect.that(idle.length === ids.length % 2, {
          diagnosis: `in ${what}, ${idle.join(" and ")} do not play; expected ${ids.length % 2 === 0 ? "everybody to" : "one to sit out"}`,
          expected: `${ids.length % 2} sitting out`,
          received: idle.join(", "),
        });
      }
    });
  },
});
