import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { toldOutcome } from "../_outcome.js";
import { inWholeSeries, SERIES, seriesWorst } from "../_series.js";

export default check<RefereeBench>({
  id: "referee/report/says-how",
  title: "puts the status, and in its details the parity and the reason, into the report",
  decides: ["REF-REP-05"],
  kills: [
    "referee:reports-without-status",
    "referee:reports-without-reason",
    "referee:reports-a-technical-loss-as-a-win",
  ],
  shares: SERIES,
  worstCaseMs: seriesWorst,
  async run(bench) {
    await inWholeSeries(bench, (match, { number }) => {
      if (match.report === undefined) return;
      const report = bench.expect(match.report, `the report of ${match.matchId}`);
      report.at("/result/status").isOneOf(["WIN", "DRAW", "TECHNICAL_LOSS"]);
      const told = toldOutcome(match);
      if (told?.status !== undefined)
        report.at("/result/status").is(told.status, `GAME_OVER of ${match.matchId} named this one.`);
      if (number !== null && number !== undefined)
        report.at("/result/details/number_parity").isOneOf(["even", "odd"]);
      report.at("/result/details/reason").isText();
    });
  },
});
