import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { plainLeague } from "../_leagues.js";
import { allRoundsOf, finished, playersOf } from "../_rounds.js";
import { A_LEAGUE_MS } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/rounds/in-order",
  title: "ends a round with the standings, then ROUND_COMPLETED, and the league after its last round",
  decides: ["LM-ROUND-07"],
  kills: ["manager:standings-come-last"],
  worstCaseMs: A_LEAGUE_MS,
  async run(bench) {
    const league = await plainLeague(bench);
    const types = ["LEAGUE_STANDINGS_UPDATE", "ROUND_COMPLETED", "LEAGUE_COMPLETED"];
    bench.look(league, types, (played) => {
      const seen = finished(bench, played);
      const rounds = allRoundsOf(bench, seen);
      for (const player of playersOf(seen)) {
        const told = seen.sent(undefined, player);
        const due = [
          ...rounds.flatMap(({ id }) => [
            { type: "LEAGUE_STANDINGS_UPDATE", id },
            { type: "ROUND_COMPLETED", id },
          ]),
          { type: "LEAGUE_COMPLETED", id: undefined },
        ];
        const places = due
          .map(({ type, id }) => ({
            what: id === undefined ? type : `${type} of round ${String(id)}`,
            // Only the first of each: standings may be sent at any other time besides.
            place: told.findIndex(
              (one) => one.type === type && (id === undefined || one.message.round_id === id),
            ),
          }))
          .filter(({ place }) => place >= 0);
        places.slice(1).forEach(({ what, place }, index) => {
          const before = places[index];
          bench.expect.that(before === undefined || before.place < place, {
            diagnosis: `${player.id} was sent ${what} before ${before?.what}`,
            expected: `${before?.what}, then ${what}`,
            received: `${what}, then ${before?.what}`,
          });
        });
      }
    });
  },
});
