import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { DISTURBED_MS, judgeDisturbance } from "../_disturbed.js";
import { finished, playersOf } from "../_rounds.js";

const ONCE_A_ROUND = ["ROUND_ANNOUNCEMENT", "ROUND_COMPLETED"];

export default check<ManagerBench>({
  id: "manager/rounds/closed-once",
  title: "closes a round once, and begins the next once, when its last reports arrive at the same time",
  decides: ["LM-ROUND-05"],
  kills: ["manager:closes-a-round-twice", "manager:round-counter-skips"],
  worstCaseMs: DISTURBED_MS,
  run: (bench) =>
    judgeDisturbance(bench, "reports at the same moment", ONCE_A_ROUND, (league) => {
      const seen = finished(bench, league);
      for (const player of playersOf(seen)) {
        for (const type of ONCE_A_ROUND) {
          const told = seen.sent(type, player).map(({ message }) => message.round_id);
          const wrong = told.find((round, index) => index > 0 && round !== Number(told[index - 1]) + 1);
          bench.expect.that(wrong === undefined, {
            diagnosis: `the reports of each round came at the same time, and ${player.id} was sent ${type} for the rounds ${told.join(", ")}`,
            expected: "every round once, one after the other",
            received: told.join(", "),
          });
        }
        const ends = seen.sent("LEAGUE_COMPLETED", player).length;
        bench.expect(ends, `how often ${player.id} was sent LEAGUE_COMPLETED`).is(1);
      }
    }),
});
