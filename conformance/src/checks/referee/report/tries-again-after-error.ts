import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { httpStatus, records } from "../../../peers/behaviour.js";
import { quickMatch } from "../../../time/mandates.js";
import { ended } from "../_outcome.js";
import { reportDeadline } from "../_times.js";

export default check<RefereeBench>({
  id: "referee/report/tries-again-after-error",
  title: "sends a report again that could not be delivered, until it is acknowledged",
  decides: ["REF-REP-04"],
  kills: ["referee:reports-only-once"],
  worstCaseMs: 2 * quickMatch(),
  async run({ league, expect, notExercised }) {
    const match = await league.stage({ reports: [httpStatus(503), records()] });
    try {
      const assigned = match.assign(quickMatch());
      ended(await match.ended(quickMatch(), 0));
      await match.until(({ reports }) => reports[1], reportDeadline);
      const { reports } = match.observe();
      if (reports.length === 0) return notExercised("no report came at all, which is for another check");
      await assigned;
      expect.that(reports.length > 1, {
        diagnosis: `the league manager answered the report with HTTP 503, and no other one came within ${reportDeadline} ms`,
        expected: "the report again",
        received: "nothing",
      });
      expect(reports[1]?.message.result, "the result in the second report").is(reports[0]?.message.result);
    } finally {
      match.close();
    }
  },
});
