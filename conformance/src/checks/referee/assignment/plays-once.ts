import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { joins } from "../../../peers/behaviour.js";
import { quickMatch } from "../../../time/mandates.js";
import { mustTakeOrders } from "../_order.js";
import { ended } from "../_outcome.js";
import { joinDeadline } from "../_times.js";

export default check<RefereeBench>({
  id: "referee/assignment/plays-once",
  title: "acknowledges a repeated RUN_MATCH of a match that is under way, and plays it once",
  decides: ["REF-RUN-04"],
  kills: ["referee:plays-repeats"],
  slow: true,
  worstCaseMs: 2 * quickMatch() + 2 * joinDeadline,
  async run({ league, expect, timely, notExercised }) {
    const match = await league.stage({
      a: { join: joins({ afterMs: joinDeadline / 2 }) },
      b: { join: joins({ afterMs: joinDeadline / 2 }) },
    });
    try {
      const assigned = match.assign(quickMatch());
      const invited = await match.until(({ invitations }) => invitations[1], quickMatch());
      if (invited === undefined) return notExercised("the match was not begun");
      const again = await match.order();
      mustTakeOrders(again);
      const seen = await match.ended(quickMatch(), joinDeadline / 2);
      await assigned;
      ended(seen);
      expect(again.result.match_id, "match_id of the answer to the repeated RUN_MATCH").is(match.ids.matchId);
      const counts = [seen.invitations.length, seen.calls.length];
      const what = "how many invitations and choice calls came of the one match that was ordered twice";
      // Whoever hears an answer too late invites again, and rightly.
      timely(joinDeadline / 2, () => expect(counts, what).is([2, 2]));
    } finally {
      match.close();
    }
  },
});
