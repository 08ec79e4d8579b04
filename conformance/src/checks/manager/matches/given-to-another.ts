import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { FAILED_MS, judgeFailure } from "../_failing.js";
import type { FailureName } from "../_referee-failures.js";

const FAILURES: readonly FailureName[] = ["refuses it", "never answers RUN_MATCH", "answers with HTTP 500"];

export default check<ManagerBench>({
  id: "manager/matches/given-to-another",
  title: "gives a match whose referee refuses it or does not answer to another referee",
  decides: ["LM-MATCH-04"],
  kills: ["manager:asks-one-referee-only"],
  worstCaseMs: FAILED_MS,
  async run(bench) {
    await Promise.all(FAILURES.map((name) => judge(bench, name)));
  },
});

function judge(bench: ManagerBench, name: FailureName): Promise<void> {
  return judgeFailure(bench, name, ["RUN_MATCH", "MATCH_RESULT"], ({ match, seen, orders }) => {
    if (orders.length === 0) bench.notExercised("the league manager sent no RUN_MATCH");
    const isOther = (referee: unknown) => referee !== match.failed;
    const other = seen.assignments.some(
      ({ matchId, referee }) => matchId === match.matchId && isOther(referee),
    );
    bench.expect.that(other, {
      diagnosis: `the referee ${name}, and the match was not given to another one`,
      expected: `RUN_MATCH for ${seen.referees.find(isOther)?.id}`,
      received: "nothing",
    });
  });
}
