import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { quickMatch } from "../../../time/mandates.js";
import { joinDeadline } from "../_times.js";

/** A twin control: the same order, once from the league manager and once from a player. */
export default check<RefereeBench>({
  id: "referee/assignment/obeys-the-manager-only",
  title: "refuses RUN_MATCH from anybody but the league manager, and invites nobody",
  decides: ["REF-RUN-05"],
  kills: ["referee:takes-orders-from-anybody", "referee:plays-what-it-refuses"],
  worstCaseMs: 2 * quickMatch(),
  async run({ league, twins, expect, pause }) {
    const [ours, theirs] = [await league.stage(), await league.stage()];
    try {
      await twins({
        differ: "sender",
        valid: () => ours.order(),
        invalid: () => theirs.order({}, league.impostor("player:P99")),
        because: ["E012"],
      });
      await ours.ended(quickMatch(), 0);
      await pause(joinDeadline / 5);
      const { invitations } = theirs.observe();
      expect(invitations.length, "how many players were invited to the match that a player had ordered").is(
        0,
      );
    } finally {
      ours.close();
      theirs.close();
    }
  },
});
