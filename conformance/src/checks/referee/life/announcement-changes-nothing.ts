import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { quickMatch } from "../../../time/mandates.js";
import { ended } from "../_outcome.js";
import { joinDeadline } from "../_times.js";

/** The match is announced, ordered and announced again, as a league manager may do; it is played once. */
export default check<RefereeBench>({
  id: "referee/life/announcement-changes-nothing",
  title: "acknowledges announcements of rounds, and plays no match twice because of them",
  decides: ["REF-END-03"],
  kills: [
    "referee:plays-announcements-too",
    "referee:ignores-announcements",
    "referee:acknowledges-another-round",
  ],
  slow: true,
  worstCaseMs: 2 * quickMatch(),
  async run({ league, expect, pause }) {
    const match = await league.stage();
    try {
      const announced = await match.announce();
      await pause(joinDeadline / 10);
      const ordered = match.order({ timeoutMs: quickMatch() });
      ended(await match.ended(quickMatch(), joinDeadline / 10));
      await ordered;
      const again = await match.announce();
      await pause(joinDeadline / 5);
      const { invitations } = match.observe();
      expect(
        invitations.length,
        "how many invitations came to a match that was announced, ordered and announced again",
      ).is(2);
      for (const answer of [announced, again]) {
        expect(answer.result.message_type, "message_type of the answer to ROUND_ANNOUNCEMENT").is(
          "ROUND_ANNOUNCEMENT_ACK",
        );
        const { round_id = match.ids.roundId } = answer.result;
        expect(round_id, "round_id of the answer to ROUND_ANNOUNCEMENT").is(match.ids.roundId);
      }
    } finally {
      match.close();
    }
  },
});
