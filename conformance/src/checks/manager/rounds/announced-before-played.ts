import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { plainLeague } from "../_leagues.js";
import { finished, playersOf, roundsOf, unannounced } from "../_rounds.js";
import { A_LEAGUE_MS } from "../_times.js";

/** What is sent at the same moment to two addresses may arrive in either order. In milliseconds. */
const ORDER_MS = 25;

export default check<ManagerBench>({
  id: "manager/rounds/announced-before-played",
  title: "announces a round to every player before the first of its matches is assigned",
  decides: ["LM-ROUND-01"],
  kills: [
    "manager:tells-only-those-who-play",
    "manager:plays-before-it-tells",
    "manager:forgets-the-last-player",
    "manager:plays-a-round-unannounced",
  ],
  worstCaseMs: A_LEAGUE_MS,
  async run(bench) {
    const league = await plainLeague(bench);
    bench.look(league, ["ROUND_ANNOUNCEMENT", "RUN_MATCH"], (played) => {
      const seen = finished(bench, played);
      for (const { matchId, roundId } of unannounced(seen)) {
        bench.expect.that(false, {
          diagnosis: `${matchId} of round ${String(roundId)} was assigned, and no player was ever sent the announcement of that round`,
          expected: "ROUND_ANNOUNCEMENT to every player",
          received: "none",
        });
      }
      for (const { id, announcements } of roundsOf(seen)) {
        const started = seen.assignments.find(({ roundId, by }) => roundId === id && by === "RUN_MATCH");
        for (const player of playersOf(seen)) {
          const told = announcements.find(({ to }) => to === player);
          bench.expect.that(told !== undefined, {
            diagnosis: `${player.id} was not sent the announcement of round ${String(id)}, which others were sent`,
            expected: "ROUND_ANNOUNCEMENT to every player",
            received: announcements.map(({ to }) => to.id).join(", "),
          });
          if (told === undefined || started === undefined) continue;
          const late_ms = told.at_ms - started.received.at_ms;
          bench.expect.that(late_ms <= ORDER_MS, {
            diagnosis: `${player.id} was sent the announcement of round ${String(id)} ${late_ms} ms after ${started.matchId} had been assigned`,
            expected: "the announcement first",
            received: `RUN_MATCH ${late_ms} ms earlier`,
          });
        }
      }
    });
  },
});
