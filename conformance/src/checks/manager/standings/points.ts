import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { judgeTables } from "../_standings.js";
import { dueTo, inWords, tallyIn } from "../_table.js";
import { A_LEAGUE_MS } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/standings/points",
  title: "gives 3 points for a win, 1 for a draw and 0 for a loss, and counts every reported match",
  decides: ["LM-TAB-01"],
  kills: [
    "manager:draw-counts-nothing",
    "manager:draw-is-a-loss",
    "manager:win-counts-two",
    "manager:losses-not-counted",
    "manager:standings-a-round-old",
  ],
  worstCaseMs: A_LEAGUE_MS,
  run: (bench) =>
    judgeTables(bench, ({ what, rows, matches, players }) => {
      for (const { id = "" } of players) {
        const row = rows.find(({ player_id }) => player_id === id);
        // Whether everybody is in the table is for another check.
        const tally = tallyIn(row);
        if (tally === undefined) continue;
        const due = dueTo(id, matches);
        bench.expect.that(inWords(tally) === inWords(due), {
          diagnosis: `in ${what}, ${id} has ${inWords(tally)}; by the reports it must have ${inWords(due)}`,
          expected: inWords(due),
          received: inWords(tally),
        });
        const count = due.wins + due.draws + due.losses;
        bench.expect(row?.played ?? count, `how many matches ${id} has played in ${what}`).is(count);
      }
    }),
});
