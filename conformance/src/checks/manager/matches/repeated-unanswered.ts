import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { deadlineOf, methodOf } from "../../../contract.js";
import { FAILED_MS, judgeFailure } from "../_failing.js";

const DEADLINE_MS = deadlineOf("RUN_MATCH");
/** What lies between two arrivals is a little less than what lies between two departures if the first was held up. */
const AT_LEAST_MS = DEADLINE_MS * 0.95;
const RETRIES = methodOf("RUN_MATCH")?.retries ?? 0;

export default check<ManagerBench>({
  id: "manager/matches/repeated-unanswered",
  title: "sends RUN_MATCH again, up to three times, when it is not answered within 10 s, and not before",
  decides: ["LM-MATCH-02"],
  kills: ["manager:asks-a-referee-once", "manager:repeats-too-soon", "manager:repeats-for-ever"],
  worstCaseMs: FAILED_MS,
  async run(bench) {
    await judgeFailure(bench, "never answers RUN_MATCH", ["RUN_MATCH"], ({ orders }) => {
      if (orders.length === 0) bench.notExercised("the league manager sent no RUN_MATCH");
      const again = orders.length - 1;
      bench
        .expect(again, "how often RUN_MATCH was sent again to a referee that did not answer")
        .isInteger({ min: 1, max: RETRIES });
      orders.slice(1).forEach(({ at_ms }, index) => {
        const waited = at_ms - (orders[index]?.at_ms ?? 0);
        bench.expect.time(waited, "the wait before RUN_MATCH was sent again").isAtLeast(AT_LEAST_MS);
      });
    });
  },
});
