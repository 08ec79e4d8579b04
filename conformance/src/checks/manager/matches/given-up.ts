import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { FAILED_MS, type FailedLeague, judgeFailure, TRIES } from "../_failing.js";
import { finished } from "../_rounds.js";
import { rowsIn } from "../_table.js";

export default check<ManagerBench>({
  id: "manager/matches/given-up",
  title: "counts a match that three referees refuse as 0-0, without a winner",
  decides: ["LM-MATCH-04"],
  kills: [
    "manager:failed-match-has-a-winner",
    "manager:failed-match-is-a-draw",
    "manager:asks-one-referee-only",
  ],
  worstCaseMs: FAILED_MS,
  run: (bench) =>
    judgeFailure(
      bench,
      "refuses it, as every other referee does",
      ["RUN_MATCH", "LEAGUE_STANDINGS_UPDATE"],
      (league) => judge(bench, league),
    ),
});

function judge(bench: ManagerBench, { match, seen }: FailedLeague): void {
  finished(bench, { seen });
  const asked = seen.referees.filter((seat) =>
    seat.told("RUN_MATCH").some(({ message }) => message.match_id === match.matchId),
  );
  if (asked.length === 0) bench.notExercised("the league manager sent no RUN_MATCH");
  bench
    .expect(asked.length, "the number of referees that were asked to play a match that each of them refused")
    .is(TRIES);
  const table = seen.standings.find(({ message }) => message.round_id === match.roundId);
  const rows = rowsIn(table?.message.standings) ?? [];
  for (const { player_id, points, wins, draws } of rows) {
    if (!match.players.includes(String(player_id))) continue;
    const who = `of ${String(player_id)}, whose only match so far no referee has played`;
    bench
      .expect({ points, wins, draws }, `the points, wins and draws ${who}`)
      .is({ points: 0, wins: 0, draws: 0 });
  }
}
