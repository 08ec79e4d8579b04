import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { quickMatch } from "../../../time/mandates.js";
import { mustTakeOrders } from "../_order.js";
import { ended } from "../_outcome.js";
import { joinDeadline, reportDeadline } from "../_times.js";

/** The league manager asks again when it has lost the report. */
export default check<RefereeBench>({
  id: "referee/assignment/reports-again",
  title: "answers RUN_MATCH of a finished match by reporting it again, and does not play it again",
  decides: ["REF-RUN-04"],
  kills: [
    "referee:plays-repeats",
    "referee:forgets-finished-matches",
    "referee:reports-another-number-again",
  ],
  slow: true,
  worstCaseMs: quickMatch() + 2 * reportDeadline,
  async run({ league, expect, pause }) {
    const match = await league.stage();
    try {
      const assigned = match.assign(quickMatch());
      ended(await match.ended(quickMatch(), joinDeadline / 5));
      await assigned;
      const again = await match.order();
      mustTakeOrders(again);
      expect(again.result.match_id, "match_id of the answer to RUN_MATCH of the finished match").is(
        match.ids.matchId,
      );
      await match.until(({ reports }) => reports[1], reportDeadline);
      await pause(joinDeadline / 5);
      const { reports, invitations } = match.observe();
      expect(
        invitations.length,
        "how many invitations came, the match having been ordered again when it was finished",
      ).is(2);
      expect(
        reports.length,
        "how many reports came, the match having been ordered again when it was finished",
      ).is(2);
      expect(reports[1]?.message.result, "the result in the second report").is(reports[0]?.message.result);
    } finally {
      match.close();
    }
  },
});
