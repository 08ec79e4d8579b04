import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { judgeAllSizes } from "../_leagues.js";
import { finished, pairOf, roundsWithPlayers } from "../_rounds.js";
import { A_LEAGUE_MS } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/matches/assigned-once",
  title: "assigns each announced match, with the players announced, to one referee",
  decides: ["LM-MATCH-01"],
  kills: ["manager:skips-a-pair", "manager:two-referees-for-a-match", "manager:forgets-a-match"],
  worstCaseMs: A_LEAGUE_MS,
  async run(bench) {
    await judgeAllSizes(bench, ["ROUND_ANNOUNCEMENT", "RUN_MATCH"], (played) => {
      const seen = finished(bench, played);
      for (const match of roundsWithPlayers(bench, seen).flatMap(({ matches }) => matches)) {
        const id = String(match.match_id);
        const given = seen.assignments.filter(({ matchId }) => matchId === id);
        const referees = [...new Set(given.map(({ referee }) => referee.id))];
        bench.expect.that(referees.length === 1, {
          diagnosis: `${id} was given to ${referees.length === 0 ? "no referee" : referees.join(" and ")}, and no referee had failed`,
          expected: "one referee",
          received: referees.join(", ") || "none",
        });
        for (const { playerA, playerB } of given) {
          const announced = pairOf(match.player_A_id, match.player_B_id);
          bench
            .expect(pairOf(playerA, playerB), `the players of ${id} as the referee was told`)
            .is(announced);
        }
      }
    });
  },
});
