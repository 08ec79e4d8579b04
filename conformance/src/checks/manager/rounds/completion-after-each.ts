import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { plainLeague } from "../_leagues.js";
import { allRoundsOf, finished, playersOf } from "../_rounds.js";
import { A_LEAGUE_MS } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/rounds/completion-after-each",
  title: "tells every player ROUND_COMPLETED after each round, with matches_played and next_round_id",
  decides: ["LM-ROUND-04"],
  kills: ["manager:completes-no-rounds", "manager:round-after-the-last", "manager:miscounts-matches"],
  worstCaseMs: A_LEAGUE_MS,
  async run(bench) {
    const league = await plainLeague(bench);
    bench.look(league, ["ROUND_COMPLETED"], (played) => {
      const seen = finished(bench, played);
      const rounds = allRoundsOf(bench, seen);
      rounds.forEach(({ id, matches, at_ms }, index) => {
        const round = `round ${String(id)}`;
        for (const player of playersOf(seen)) {
          const told = seen.roundsCompleted.find(
            ({ to, message, ...one }) => to === player && message.round_id === id && one.at_ms >= at_ms,
          );
          bench
            .expect(told?.message.message_type, `what ${player.id} was told at the end of ${round}`)
            .is("ROUND_COMPLETED");
          bench.expect(told?.message.matches_played, `matches_played of ${round}`).is(matches.length);
          const next = rounds[index + 1]?.id ?? null;
          bench.expect(told?.message.next_round_id, `next_round_id of ${round}`).is(next);
        }
      });
    });
  },
});
