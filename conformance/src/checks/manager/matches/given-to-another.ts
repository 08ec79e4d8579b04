import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { FAILED_MS, type FailureName, failingLeague } from "../_failing.js";

const FAILURES: readonly FailureName[] = ["refuses it", "never answers RUN_MATCH", "answers with HTTP 500"];

export default check<ManagerBench>({
  id: "manager/matches/given-to-another",
  title: "gives a match whose referee refuses it or does not answer to another referee",
  decides: ["LM-MATCH-04"],
  kills: ["manager:asks-one-referee-only"],
  worstCaseMs: FAILED_MS,
  async run(bench) {
    const leagues = await Promise.all(FAILURES.map((name) => failingLeague(bench, name)));
    leagues.forEach((league, index) => {
      bench.look(league, ["RUN_MATCH", "MATCH_RESULT"], ({ failed, seen, orders }) => {
        if (failed === undefined || orders.length === 0)
          bench.notExercised("the league manager sent no RUN_MATCH");
        const other = seen.assignments.some(({ referee }) => referee !== failed);
        bench.expect.that(other, {
          diagnosis: `the referee ${FAILURES[index]}, and the match was not given to the other one`,
          expected: `RUN_MATCH for ${seen.referees.find((seat) => seat !== failed)?.id}`,
          received: "nothing",
        });
      });
    });
  },
});
