import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { judgeTables } from "../_standings.js";
import { A_LEAGUE_MS } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/standings/ranks",
  title: "breaks ties by player_id, and ranks 1, 2, 3 … without gaps or repeats",
  decides: ["LM-TAB-03"],
  kills: ["manager:ties-share-a-rank", "manager:breaks-ties-by-name"],
  worstCaseMs: A_LEAGUE_MS,
  run: (bench) =>
    judgeTables(bench, ({ what, rows }) => {
      bench
        .expect(
          rows.map(({ rank }) => rank),
          `the ranks in ${what}`,
        )
        .is(rows.map((_, index) => index + 1));
      rows.slice(1).forEach((row, index) => {
        const above = rows[index];
        if (above?.points !== row.points || above?.wins !== row.wins) return;
        const [first, second] = [String(above?.player_id), String(row.player_id)];
        bench.expect.that(first < second, {
          diagnosis: `in ${what}, ${first} stands above ${second}, though both have ${String(row.points)} points and ${String(row.wins)} wins`,
          expected: `${second} above ${first}`,
          received: `${first} above ${second}`,
        });
      });
    }),
});
