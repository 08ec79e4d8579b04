import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { inSeries, SERIES, seriesWorst } from "../_series.js";

export default check<RefereeBench>({
  id: "referee/over/tells-both-once",
  title: "sends both players GAME_OVER with the same result, and not again once they have acknowledged it",
  decides: ["REF-OVER-01"],
  kills: [
    "referee:tells-only-the-winner",
    "referee:tells-the-result-twice",
    "referee:tells-each-that-it-has-won",
  ],
  shares: SERIES,
  worstCaseMs: seriesWorst,
  async run(bench) {
    await inSeries(bench, (match) => {
      const [a, b] = [match.to("A", "GAME_OVER"), match.to("B", "GAME_OVER")];
      bench.expect(a.length, `how often A was told GAME_OVER in ${match.matchId}, and acknowledged it`).is(1);
      bench.expect(b.length, `how often B was told GAME_OVER in ${match.matchId}, and acknowledged it`).is(1);
      bench
        .expect(b[0]?.message.game_result, "the game_result that B was told")
        .is(a[0]?.message.game_result, "A was told another one.");
    });
  },
});
