import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { progressOf } from "../_outcome.js";
import { inSeries, SERIES, seriesWorst } from "../_series.js";

export default check<RefereeBench>({
  id: "referee/report/reports-once",
  title: "reports each match to the league manager, and not again once the report is acknowledged",
  decides: ["REF-REP-01"],
  kills: ["referee:never-reports", "referee:reports-twice"],
  shares: SERIES,
  worstCaseMs: seriesWorst,
  async run(bench) {
    await inSeries(bench, (match) => {
      const times = match.reports.length;
      bench.expect.that(times === 1, {
        diagnosis: `${match.matchId} was reported ${times} times (each report is acknowledged at once): ${progressOf(match)}`,
        expected: "one MATCH_RESULT_REPORT",
        received: String(times),
      });
    });
  },
});
