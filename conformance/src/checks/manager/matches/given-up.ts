import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { exhaustedAfter } from "../../../time/mandates.js";
import { mustEndWell } from "../_leagues.js";
import { finished } from "../_rounds.js";
import { rowsIn } from "../_table.js";
import { A_ROUND_MS } from "../_times.js";

const TRIES = 3;

export default check<ManagerBench>({
  id: "manager/matches/given-up",
  title: "counts a match that three referees refuse as 0-0, without a winner",
  decides: ["LM-MATCH-04"],
  kills: [
    "manager:failed-match-has-a-winner",
    "manager:failed-match-is-a-draw",
    "manager:asks-one-referee-only",
  ],
  worstCaseMs: A_ROUND_MS + exhaustedAfter("RUN_MATCH"),
  async run(bench) {
    await mustEndWell(bench);
    const refuses = { react: refusesMatches };
    const { league } = await bench.league({
      players: 2,
      referees: TRIES,
      refereeSeats: Array(TRIES).fill(refuses),
    });
    const seen = finished(bench, { seen: await league.play() });
    const asked = league.referees.filter((seat) => seat.told("RUN_MATCH").length > 0);
    if (asked.length === 0) bench.notExercised("the league manager sent no RUN_MATCH");
    bench
      .expect(
        asked.length,
        "the number of referees that were asked to play a match that each of them refused",
      )
      .is(TRIES);
    const [end] = seen.leagueCompleted;
    for (const { player_id, points, wins, draws } of rowsIn(end?.message.final_standings) ?? []) {
      const who = `of ${String(player_id)}, whose only match no referee has played`;
      bench
        .expect({ points, wins, draws }, `the points, wins and draws ${who}`)
        .is({ points: 0, wins: 0, draws: 0 });
    }
  },
});

function refusesMatches({ type }: { type: string | undefined }) {
  return type === "RUN_MATCH" ? { error: { code: -32_603, message: "Internal error" } } : undefined;
}
