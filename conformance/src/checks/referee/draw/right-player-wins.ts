import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { parityOf } from "../../../peers/result.js";
import { COMBINATIONS, inSeries, SERIES, seriesWorst } from "../_series.js";

/** The winner is recomputed from the choices that the players really sent. */
export default check<RefereeBench>({
  id: "referee/draw/right-player-wins",
  title: "lets the player win that alone chose the parity of the number, be it A or B",
  decides: ["REF-DRAW-04"],
  kills: [
    "referee:ignores-the-choices",
    "referee:a-always-wins",
    "referee:wrong-side-wins",
    "referee:calls-every-match-a-draw",
  ],
  shares: SERIES,
  worstCaseMs: seriesWorst,
  async run(bench) {
    const cases = new Set<string>();
    await inSeries(bench, ({ playerA, playerB }, { from, number, winner }) => {
      const [a, b] = [playerA.chosen.at(-1), playerB.chosen.at(-1)];
      if (a === b || !Number.isInteger(number)) return;
      const right = a === parityOf(Number(number)) ? playerA : playerB;
      const said = `the winner in ${from} (${playerA.id} sent ${String(a)}, ${playerB.id} sent ${String(b)}, ${String(number)} was drawn)`;
      bench.expect(winner, said).is(right.id);
      cases.add(`${String(a)} ${parityOf(Number(number))}`);
    });
    if (cases.size < COMBINATIONS.length)
      bench.notExercised(`only these of four cases came up: ${[...cases].join(", ")}`);
  },
});
