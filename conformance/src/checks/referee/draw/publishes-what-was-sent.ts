import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { choiceOf, saidOutcomes } from "../_outcome.js";
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
      const both = saidOutcomes(bench, match, outcome);
      for (const said of both.filter(({ choices }, index) => index === 0 || choices !== undefined)) {
        for (const player of [match.playerA, match.playerB]) {
          bench
            .expect(choiceOf(said, player), `the choice of ${player.id} in ${said.from}`)
            .is(player.chosen.at(-1));
        }
      }
    });
  },
});
