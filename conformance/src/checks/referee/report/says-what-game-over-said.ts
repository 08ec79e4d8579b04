import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { choiceOf, reportedOutcome, toldOutcome } from "../_outcome.js";
import { inWholeSeries, SERIES, seriesWorst } from "../_series.js";

export default check<RefereeBench>({
  id: "referee/report/says-what-game-over-said",
  title: "reports under the ids of the assignment, with the winner, number and choices of GAME_OVER",
  decides: ["REF-REP-02"],
  kills: [
    "referee:reports-another-winner",
    "referee:reports-number-zero",
    "referee:reports-without-round",
    "referee:reports-another-match",
    "referee:reports-no-winner-by-default",
  ],
  shares: SERIES,
  worstCaseMs: seriesWorst,
  async run(bench) {
    await inWholeSeries(bench, (match) => {
      const { report, matchId, leagueId, roundId, playerA, playerB } = match;
      if (report === undefined) return;
      const said = bench.expect(report, `the report of ${matchId}`);
      said.at("/league_id").is(leagueId);
      said.at("/round_id").is(roundId);
      said.at("/match_id").is(matchId);
      const [told, reported] = [toldOutcome(match), reportedOutcome(match)];
      bench.expect(report.result, `result of the report of ${matchId}`).isObject();
      if (told === undefined || reported === undefined) return;
      bench
        .expect(reported.winner, `the winner in the report of ${matchId}`)
        .is(told.winner, "GAME_OVER named this one.");
      if (bench.dialect === "flat") return;
      if (told.number !== undefined)
        bench
          .expect(reported.number ?? null, `drawn_number in the report of ${matchId}`)
          .is(told.number, "GAME_OVER named this one.");
      for (const player of [playerA, playerB]) {
        const choice = choiceOf(reported, player) ?? null;
        bench
          .expect(choice, `the choice of ${player.id} in the report of ${matchId}`)
          .is(choiceOf(told, player) ?? null, "GAME_OVER named this one.");
      }
    });
  },
});
