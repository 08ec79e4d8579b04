import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { protocol } from "../../../contract.js";
import { parityOf } from "../../../peers/result.js";
import { saidOutcomes } from "../_outcome.js";
import { inSeries, SERIES, seriesWorst } from "../_series.js";

export default check<RefereeBench>({
  id: "referee/draw/draws-in-range",
  title: "draws an integer from 1 to 10 and names its parity, in GAME_OVER and in the report",
  decides: ["REF-DRAW-01"],
  kills: ["referee:draws-zero", "referee:wrong-parity", "referee:reports-number-zero"],
  shares: SERIES,
  worstCaseMs: seriesWorst,
  async run(bench) {
    const { minimum, maximum } = protocol.draw;
    await inSeries(bench, (match, outcome) => {
      for (const { from, number, parity } of saidOutcomes(bench, match, outcome)) {
        bench.expect(number, `drawn_number in ${from}`).isInteger({ min: minimum, max: maximum });
        // The report of RA has no parity; that it should have one is for another check.
        if (from === "MATCH_RESULT_REPORT" && parity === undefined) continue;
        bench.expect(parity, `number_parity of ${String(number)} in ${from}`).is(parityOf(Number(number)));
      }
    });
  },
});
