import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { plainLeague } from "../_leagues.js";
import { finished, roundsOf } from "../_rounds.js";
import { A_LEAGUE_MS } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/end/tells-referees",
  title: "sends ROUND_ANNOUNCEMENT and LEAGUE_COMPLETED to the referees too",
  decides: ["LM-END-02"],
  kills: ["manager:leaves-referees-out", "manager:referees-do-not-hear-the-end"],
  worstCaseMs: A_LEAGUE_MS,
  async run(bench) {
    const league = await plainLeague(bench);
    bench.look(league, ["ROUND_ANNOUNCEMENT", "LEAGUE_COMPLETED"], (played) => {
      const seen = finished(bench, played);
      for (const referee of seen.referees.filter(({ accepted }) => accepted)) {
        const rounds = new Set(
          seen.sent("ROUND_ANNOUNCEMENT", referee).map(({ message }) => message.round_id),
        );
        bench
          .expect(rounds.size, `the number of rounds of which ${referee.id} was sent the announcement`)
          .is(roundsOf(seen).length);
        const ends = seen.sent("LEAGUE_COMPLETED", referee).length;
        bench.expect(ends, `how often ${referee.id} was sent LEAGUE_COMPLETED`).isInteger({ min: 1 });
      }
    });
  },
});
