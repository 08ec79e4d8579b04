import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { type Chain, chain } from "../_chains.js";
import { mustBeOver } from "../_course.js";
import { mustEnd } from "../_loss.js";
import { choiceDeadline, unchosenMatch } from "../_times.js";

const CHAIN: Chain = "neither player answers a choice call";

export default check<RefereeBench>({
  id: "referee/loss/nobody-wins-unchosen",
  title: "names no winner of a match in which both players join and neither answers a choice call",
  decides: ["REF-LOSS-05", "REF-LOSS-07"],
  kills: ["referee:a-wins-when-both-are-silent", "referee:silent-after-a-failure"],
  shares: CHAIN,
  patient: true,
  worstCaseMs: unchosenMatch,
  async run(bench) {
    const what = "both players joined, and neither answered a choice call";
    bench.each(await chain(bench, CHAIN), (match) => {
      mustBeOver(match, "A", "CHOOSE_PARITY_CALL", choiceDeadline);
      const { winner, from } = mustEnd(match, what);
      bench.expect(winner, `the winner in ${from} of a match in which ${what}`).is(null);
    });
  },
});
