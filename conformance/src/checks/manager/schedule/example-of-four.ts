import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { judgeSize } from "../_leagues.js";
import { finished, playersOf } from "../_rounds.js";
import { A_LEAGUE_MS } from "../_times.js";

const PLAYERS = 4;
const REFEREES = 2;
/** IS 2.2.4, with players and referees by the order of their registration. */
const EXAMPLE = [
  "R1M1: 1 vs 2, referee 1",
  "R1M2: 3 vs 4, referee 2",
  "R2M1: 3 vs 1, referee 1",
  "R2M2: 4 vs 2, referee 2",
  "R3M1: 4 vs 1, referee 1",
  "R3M2: 3 vs 2, referee 2",
];

export default check<ManagerBench>({
  id: "manager/schedule/example-of-four",
  title: "makes for four players and two referees the schedule of the example in IS 2.2.4",
  decides: ["LM-SCHED-05"],
  kills: ["manager:rounds-in-another-order", "manager:first-is-always-the-elder"],
  worstCaseMs: A_LEAGUE_MS,
  async run(bench) {
    await judgeSize(bench, PLAYERS, ["RUN_MATCH", "ROUND_ANNOUNCEMENT"], (played) => {
      const seen = finished(bench, played);
      const players = playersOf(seen);
      const referees = seen.referees.filter(({ accepted }) => accepted);
      if (players.length !== PLAYERS || referees.length !== REFEREES)
        bench.notExercised("the example is about four players and two referees");
      const place = (id: string) => players.findIndex((seat) => seat.id === id) + 1;
      const told = seen.assignments.map(
        ({ matchId, playerA, playerB, referee }) =>
          `${matchId}: ${place(playerA)} vs ${place(playerB)}, referee ${referees.indexOf(referee) + 1}`,
      );
      bench
        .expect([...new Set(told)].toSorted(), "the schedule of four players and two referees")
        .is(EXAMPLE);
    });
  },
});
