import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { plainLeague } from "../_leagues.js";
import { finished, playersOf, roundsOf } from "../_rounds.js";
import { A_LEAGUE_MS } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/rounds/standings-after-each",
  title: "sends every player the standings after each round, with the round's id",
  decides: ["LM-ROUND-04"],
  kills: [
    "manager:sends-no-standings",
    "manager:standings-without-round",
    "manager:last-round-without-standings",
  ],
  worstCaseMs: A_LEAGUE_MS,
  async run(bench) {
    const league = await plainLeague(bench);
    bench.look(league, ["LEAGUE_STANDINGS_UPDATE"], (played) => {
      const seen = finished(bench, played);
      for (const round of roundsOf(seen)) {
        for (const player of playersOf(seen)) {
          const told = seen.standings.filter(({ to }) => to === player);
          const of = told.find(({ message, at_ms }) => message.round_id === round.id && at_ms >= round.at_ms);
          bench.expect.that(of !== undefined, {
            diagnosis: `${player.id} was not sent LEAGUE_STANDINGS_UPDATE with the round_id ${String(round.id)} after round ${String(round.id)}`,
            expected: `LEAGUE_STANDINGS_UPDATE with round_id ${String(round.id)}`,
            received: told.map(({ message }) => `round_id ${String(message.round_id)}`).join(", ") || "none",
          });
        }
      }
    });
  },
});
