import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { type Chain, chain } from "../_chains.js";
import { setsItsDeadline } from "../_deadline.js";
import { saysTheSameAgain, staysOpenEachTime } from "../_retries.js";
import { choiceDeadline, unchosenMatch } from "../_times.js";

const CALL = "CHOOSE_PARITY_CALL";

const CHAIN: Chain = "player B never answers a choice call";

/** A call that is repeated has 30 s of its own, which is what its deadline says. */
export default check<RefereeBench>({
  id: "referee/choice/repeats-the-same",
  title: "repeats a choice call as it was, with a deadline of its own, and waits as long for its answer",
  decides: ["REF-CHOICE-03", "REF-INV-03", "REF-CHOICE-05"],
  kills: [
    "referee:repeats-for-the-opponent",
    "referee:repeats-an-old-deadline",
    "referee:impatient-with-repeated-calls",
  ],
  shares: CHAIN,
  patient: true,
  worstCaseMs: unchosenMatch,
  async run(bench) {
    bench.each(await chain(bench, CHAIN), (match) => {
      saysTheSameAgain(bench, match, "B", CALL);
      if (bench.dialect !== "flat")
        for (const { message, at_ms, playerId } of match.to("B", CALL))
          setsItsDeadline(bench, message, playerId, at_ms);
      staysOpenEachTime(bench, match, "B", CALL, choiceDeadline);
    });
  },
});
