import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { protocol } from "../../../contract.js";
import { inSeries, SERIES, SERIES_LENGTH, seriesWorst } from "../_series.js";
import { CRITICAL, chiSquare, EVEN_LIMITS, FALSE_ALARM, tally } from "../_uniformity.js";

/**
 * Three questions to the 160 numbers of the series: is one of the ten never drawn (a referee that is fair misses one
 * with probability 4.8e-7), is chi-square over the ten beyond 50 (3.0e-7, exactly computed), and does the parity
 * follow the choices (8e-8)? A fair referee fails this check in fewer than 9 of ten million runs.
 */
export default check<RefereeBench>({
  id: "referee/draw/uniform",
  title: "draws every number equally often, whatever the players choose",
  decides: ["REF-DRAW-02"],
  kills: ["referee:never-draws-ten", "referee:favours-five-numbers", "referee:draws-for-a"],
  shares: SERIES,
  worstCaseMs: seriesWorst,
  async run(bench) {
    const draws: { number: number; choices: string }[] = [];
    await inSeries(bench, ({ playerA, playerB }, { number }) => {
      const choices = `${String(playerA.chosen.at(-1))} and ${String(playerB.chosen.at(-1))}`;
      if (typeof number === "number") draws.push({ number, choices });
    });
    draws.splice(SERIES_LENGTH);
    if (draws.length < SERIES_LENGTH) {
      bench.notExercised(
        `only ${draws.length} numbers were drawn in the time; ${SERIES_LENGTH} are needed to tell`,
      );
    }
    const { minimum, maximum } = protocol.draw;
    if (draws.some(({ number }) => number < minimum || number > maximum)) {
      bench.notExercised("numbers outside of 1 to 10 were drawn, which is for another check");
    }
    const counts = tally(draws.map(({ number }) => number));
    const seen = [...counts].map(([number, count]) => `${number}: ${count}`).join(", ");
    const missing = [...counts].filter(([, count]) => count === 0).map(([number]) => number);
    const chance = `a fair referee gets here with a probability below ${FALSE_ALARM}`;
    bench.expect.that(missing.length === 0, {
      diagnosis: `in ${draws.length} matches the number ${missing.join(" and ")} was never drawn (${chance})`,
      expected: "every number from 1 to 10",
      received: seen,
    });
    const statistic = chiSquare([...counts.values()]);
    bench.expect.that(statistic <= CRITICAL, {
      diagnosis: `the numbers of ${draws.length} matches are not uniform: chi-square is ${statistic.toFixed(1)} (${chance})`,
      expected: `chi-square of at most ${CRITICAL} with 9 degrees of freedom`,
      received: seen,
    });
    for (const choices of new Set(draws.map((draw) => draw.choices))) {
      const numbers = draws.filter((draw) => draw.choices === choices);
      const even = numbers.filter(({ number }) => number % 2 === 0).length;
      bench.expect.that(even >= EVEN_LIMITS.least && even <= EVEN_LIMITS.most, {
        diagnosis: `when the players chose ${choices}, ${even} of ${numbers.length} numbers were even (${chance})`,
        expected: `from ${EVEN_LIMITS.least} to ${EVEN_LIMITS.most} even numbers`,
        received: String(even),
      });
    }
  },
});
