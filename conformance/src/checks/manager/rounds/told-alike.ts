import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { plainLeague } from "../_leagues.js";
import { begun, matchesIn, roundsOf } from "../_rounds.js";
import { A_LEAGUE_MS } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/rounds/told-alike",
  title: "announces all matches of a round to every player, also those that it does not play",
  decides: ["LM-ROUND-01"],
  kills: ["manager:announces-only-your-own-match"],
  worstCaseMs: A_LEAGUE_MS,
  async run(bench) {
    const league = await plainLeague(bench);
    bench.look(league, ["ROUND_ANNOUNCEMENT"], (played) => {
      for (const { id, announcements, matches } of roundsOf(begun(bench, played))) {
        for (const { to, message } of announcements) {
          const told = matchesIn(message).map(({ match_id }) => match_id);
          const missing = matches
            .map(({ match_id }) => match_id)
            .filter((match_id) => !told.includes(match_id));
          bench.expect.that(missing.length === 0, {
            diagnosis: `the announcement of round ${String(id)} to ${to.id} has only ${told.join(", ") || "no match"}; other players were told of ${missing.join(", ")} too`,
            expected: matches.map(({ match_id }) => match_id).join(", "),
            received: told.join(", "),
          });
        }
      }
    });
  },
});
