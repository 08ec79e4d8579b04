import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { choiceOf, reportedOutcome } from "../_outcome.js";
import { inSeries, SERIES, seriesWorst } from "../_series.js";

export default check<RefereeBench>({
  id: "referee/draw/publishes-what-was-sent",
  title: "publishes the choices that the players sent, each under its player's id",
  decides: ["REF-DRAW-06"],
  kills: ["referee:ignores-the-choices", "referee:swaps-the-choices"],
  shares: SERIES,
  worstCaseMs: seriesWorst,
  async run(bench) {
    await inSeries(bench, (match, outcome) => {
      const reported = reportedOutcome(match);
      for (const said of reported?.choices === undefined ? [outcome] : [outcome, reported]) {
        for (const player of [match.playerA, match.playerB]) {
          bench
            .expect(choiceOf(said, player), `the choice of ${player.id} in ${said.from}`)
            .is(player.chosen.at(-1));
        }
      }
    });
  },
});
