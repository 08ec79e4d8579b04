import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { type Chain, chain } from "../_chains.js";
import { mustBeOver } from "../_course.js";
import { mustEnd } from "../_loss.js";
import { joinDeadline, unjoinedMatch } from "../_times.js";

const CHAIN: Chain = "neither player answers an invitation";

export default check<RefereeBench>({
  id: "referee/loss/nobody-wins-unjoined",
  title: "names no winner of a match in which neither player answers an invitation",
  decides: ["REF-LOSS-05", "REF-LOSS-07"],
  kills: ["referee:a-wins-when-both-are-silent", "referee:silent-after-a-failure"],
  shares: CHAIN,
  patient: true,
  worstCaseMs: unjoinedMatch,
  async run(bench) {
    const what = "neither player answered an invitation";
    bench.each(await chain(bench, CHAIN), (match) => {
      mustBeOver(match, "A", "GAME_INVITATION", joinDeadline);
      const { winner, from } = mustEnd(match, what);
      bench.expect(winner, `the winner in ${from} of a match in which ${what}`).is(null);
    });
  },
});
