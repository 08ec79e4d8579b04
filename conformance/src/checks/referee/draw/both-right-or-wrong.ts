import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { parityOf } from "../../../peers/result.js";
import { COMBINATIONS, inSeries, SERIES, seriesWorst } from "../_series.js";

export default check<RefereeBench>({
  id: "referee/draw/both-right-or-wrong",
  title: "calls a match a DRAW without a winner when both players are right, or both wrong",
  decides: ["REF-DRAW-05"],
  kills: ["referee:both-right-is-as-win", "referee:both-wrong-is-bs-win", "referee:ignores-the-choices"],
  shares: SERIES,
  worstCaseMs: seriesWorst,
  async run(bench) {
    const cases = new Set<string>();
    await inSeries(bench, ({ playerA, playerB }, { from, number, winner, status }) => {
      const [a, b] = [playerA.chosen.at(-1), playerB.chosen.at(-1)];
      if (a !== b || !Number.isInteger(number)) return;
      const both = a === parityOf(Number(number)) ? "right" : "wrong";
      const facts = `both players sent ${String(a)}, ${String(number)} was drawn, so both were ${both}`;
      bench.expect(winner, `the winner in ${from} (${facts})`).is(null);
      if (status !== undefined) bench.expect(status, `the status in ${from} (${facts})`).is("DRAW");
      cases.add(`${String(a)} ${both}`);
    });
    if (cases.size < COMBINATIONS.length)
      bench.notExercised(`only these of four cases came up: ${[...cases].join(", ")}`);
  },
});
