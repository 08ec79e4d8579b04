import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { protocol } from "../../../contract.js";
import { isObject } from "../../../json/pointer.js";
import { inWholeSeries, SERIES, seriesWorst } from "../_series.js";

const { win, draw, loss } = protocol.points;

export default check<RefereeBench>({
  id: "referee/report/scores",
  title: "reports 3 points for a winner and 0 for its opponent, and 1 for each in a draw",
  decides: ["REF-REP-03"],
  kills: [
    "referee:draw-scores-nothing",
    "referee:win-scores-two",
    "referee:scores-only-the-winner",
    "referee:technical-win-scores-one",
  ],
  shares: SERIES,
  worstCaseMs: seriesWorst,
  async run(bench) {
    await inWholeSeries(bench, ({ report, playerA, playerB, matchId }, { winner, status }) => {
      // A technical loss of both is 0-0; that it should be is for another check.
      if (report === undefined || (winner === null && status !== "DRAW")) return;
      const points = (id: string) => (winner === null ? draw : winner === id ? win : loss);
      const facts = winner === null ? "a draw" : `won by ${String(winner)}`;
      const score = isObject(report.result) ? report.result.score : undefined;
      const expected = { [playerA.id]: points(playerA.id), [playerB.id]: points(playerB.id) };
      bench.expect(score, `the score in the report of ${matchId} (${facts})`).is(expected);
    });
  },
});
