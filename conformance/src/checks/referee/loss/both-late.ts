import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { DRAWN, mustEndAs } from "../_both-failed.js";
import { type Chain, chain } from "../_chains.js";
import { unjoinedMatch } from "../_times.js";

const CHAIN: Chain = "neither player answers an invitation";

export default check<RefereeBench>({
  id: "referee/loss/both-late",
  title: "ends a match in a DRAW, 1-1, when both players are late",
  decides: ["REF-LOSS-06"],
  kills: ["referee:both-late-is-a-loss"],
  shares: CHAIN,
  patient: true,
  worstCaseMs: unjoinedMatch,
  async run(bench) {
    const what = "neither player answered an invitation";
    bench.each(await chain(bench, CHAIN), (match) => mustEndAs(bench, match, DRAWN, what));
  },
});
