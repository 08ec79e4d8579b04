import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { type Chain, chain } from "../_chains.js";
import { mustLose } from "../_loss.js";
import { unjoinedMatch } from "../_times.js";

const CHAIN: Chain = "player B never answers an invitation";

/** The other side of `loses-by-silence`: who fails loses, whichever of the two it is. */
export default check<RefereeBench>({
  id: "referee/join/b-loses-by-silence",
  title: "lets player A win when player B answers no invitation",
  decides: ["REF-LOSS-01"],
  kills: ["referee:late-b-wins"],
  shares: CHAIN,
  patient: true,
  worstCaseMs: unjoinedMatch,
  async run(bench) {
    bench.each(await chain(bench, CHAIN), (match) => mustLose(bench, match, "B", "B answered no invitation"));
  },
});
