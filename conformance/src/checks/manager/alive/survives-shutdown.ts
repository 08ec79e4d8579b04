import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { DISTURBED_MS, judgeDisturbance } from "../_disturbed.js";
import { mustEndWell } from "../_leagues.js";

export default check<ManagerBench>({
  id: "manager/alive/survives-shutdown",
  title: "is not stopped by SHUTDOWN_COMMAND, from whomever it comes",
  decides: ["LM-LIVE-04"],
  kills: ["manager:obeys-shutdown"],
  worstCaseMs: DISTURBED_MS,
  async run(bench) {
    await mustEndWell(bench);
    await judgeDisturbance(bench, "SHUTDOWN_COMMAND", ["SHUTDOWN", "LEAGUE_COMPLETED"], ({ seen, pings }) => {
      for (const [who, alive] of pings) {
        bench.expect.that(alive.outcome !== "failure", {
          diagnosis: `after a SHUTDOWN_COMMAND from ${who} the league manager answered no more (${alive.describe()})`,
          expected: "a league manager that goes on",
          received: alive.describe(),
        });
      }
      bench
        .expect(seen.completed, "whether the league was played to its end after four SHUTDOWN_COMMANDs")
        .is(true);
    });
  },
});
