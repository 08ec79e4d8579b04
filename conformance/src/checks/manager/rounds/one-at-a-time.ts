import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { plainLeague } from "../_leagues.js";
import { begun, roundsOf } from "../_rounds.js";
import { A_LEAGUE_MS } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/rounds/one-at-a-time",
  title: "announces no round before every match of the one before it is reported",
  decides: ["LM-ROUND-03"],
  kills: ["manager:hurries-on"],
  worstCaseMs: A_LEAGUE_MS,
  async run(bench) {
    const league = await plainLeague(bench);
    bench.look(league, ["ROUND_ANNOUNCEMENT", "MATCH_RESULT"], (played) => {
      const seen = begun(bench, played);
      const rounds = roundsOf(seen);
      if (rounds.length < 2) bench.notExercised("there was only one round");
      rounds.slice(1).forEach(({ id, at_ms }, index) => {
        for (const { match_id } of rounds[index]?.matches ?? []) {
          const match = seen.assignments.find(
            (one) => one.matchId === match_id && one.truth_ms !== undefined,
          );
          bench.expect.that((match?.truth_ms ?? Number.POSITIVE_INFINITY) <= at_ms, {
            diagnosis: `round ${String(id)} was announced before ${String(match_id)}, a match of the round before it, was reported`,
            expected: "the announcement after the last report",
            received:
              match?.truth_ms === undefined
                ? "no report"
                : `the announcement ${match.truth_ms - at_ms} ms earlier`,
          });
        }
      });
    });
  },
});
