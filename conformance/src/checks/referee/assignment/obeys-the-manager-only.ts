import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { quickMatch } from "../../../time/mandates.js";
import { joinDeadline } from "../_times.js";

/** One that bears the league manager's name in its own is nobody else than itself. */
const STRANGERS = ["player:P99", "player:league_manager_2"];

/** A twin control: the same order, once from the league manager and once from a player. */
export default check<RefereeBench>({
  id: "referee/assignment/obeys-the-manager-only",
  title: "refuses RUN_MATCH from anybody but the league manager, and invites nobody",
  decides: ["REF-RUN-05"],
  kills: [
    "referee:takes-orders-from-anybody",
    "referee:takes-orders-from-namesakes",
    "referee:plays-what-it-refuses",
  ],
  slow: true,
  worstCaseMs: STRANGERS.length * 2 * quickMatch(),
  async run({ league, twins, expect, pause }) {
    for (const stranger of STRANGERS) {
      const [ours, theirs] = [await league.stage(), await league.stage()];
      try {
        await twins({
          differ: `sender "${stranger}"`,
          valid: () => ours.order(),
          invalid: () => theirs.order({}, league.impostor(stranger)),
          because: ["E012"],
        });
        await ours.ended(quickMatch(), 0);
        await pause(joinDeadline / 5);
        const { invitations } = theirs.observe();
        expect(
          invitations.length,
          `how many players were invited to the match that ${stranger} had ordered`,
        ).is(0);
      } finally {
        ours.close();
        theirs.close();
      }
    }
  },
});
