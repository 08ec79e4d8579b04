import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { judgeAllSizes } from "../_leagues.js";
import { allRoundsOf, finished } from "../_rounds.js";
import { A_LEAGUE_MS } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/schedule/match-ids",
  title: "counts rounds from 1 without gaps and calls the matches R<round>M<match>",
  decides: ["LM-SCHED-03"],
  kills: ["manager:match-ids-of-its-own", "manager:rounds-from-zero", "manager:round-counter-skips"],
  worstCaseMs: A_LEAGUE_MS,
  async run(bench) {
    await judgeAllSizes(bench, ["ROUND_ANNOUNCEMENT"], (played) => {
      const rounds = allRoundsOf(bench, finished(bench, played));
      const numbers = rounds.map(({ id }) => id);
      bench.expect(numbers, "the round_ids of the announcements").is(rounds.map((_, index) => index + 1));
      for (const { id, matches } of rounds) {
        const form = new RegExp(`^R${String(id)}M[1-9]\\d*$`);
        for (const { match_id } of matches) {
          bench
            .expect(match_id, `a match_id in round ${String(id)}`)
            .matches(form, `R${String(id)}M and a number`);
        }
      }
      const ids = rounds.flatMap(({ matches }) => matches.map(({ match_id }) => match_id));
      bench
        .expect(new Set(ids).size, `the number of different match_ids among ${ids.length} matches`)
        .is(ids.length);
    });
  },
});
