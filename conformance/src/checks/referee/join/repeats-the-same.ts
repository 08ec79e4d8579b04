import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { type Chain, chain } from "../_chains.js";
import { saysTheSameAgain, staysOpenEachTime } from "../_retries.js";
import { joinDeadline, unjoinedMatch } from "../_times.js";

const CHAIN: Chain = "player B never answers an invitation";

/** What is sent for the second time is put together anew by many referees, and by none of them as carefully as the first. */
export default check<RefereeBench>({
  id: "referee/join/repeats-the-same",
  title: "repeats an invitation as it was, and waits as long for its answer",
  decides: ["REF-INV-02", "REF-INV-03", "REF-JOIN-01"],
  kills: [
    "referee:repeats-in-another-role",
    "referee:repeats-in-another-conversation",
    "referee:impatient-with-repeated-invitations",
  ],
  shares: CHAIN,
  patient: true,
  worstCaseMs: unjoinedMatch,
  async run(bench) {
    bench.each(await chain(bench, CHAIN), (match) => {
      saysTheSameAgain(bench, match, "B", "GAME_INVITATION");
      staysOpenEachTime(bench, match, "B", "GAME_INVITATION", joinDeadline);
    });
  },
});
