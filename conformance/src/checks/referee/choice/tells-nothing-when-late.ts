import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { type Chain, chain } from "../_chains.js";
import { mustKeepSecret } from "../_secrecy.js";
import { unchosenMatch } from "../_times.js";

const CHAIN: Chain = "player A never answers a choice call";

/** B has chosen at once; A is told of each missed deadline, and must learn nothing from that. */
export default check<RefereeBench>({
  id: "referee/choice/tells-nothing-when-late",
  title: "tells a player that is late nothing of what the other one has chosen, or whether it has",
  decides: ["REF-CHOICE-02"],
  kills: [
    "referee:tells-the-opponents-choice",
    "referee:tells-that-the-opponent-has-chosen",
    "referee:tells-that-the-opponent-is-ready",
  ],
  shares: CHAIN,
  patient: true,
  worstCaseMs: unchosenMatch,
  async run(bench) {
    bench.each(await chain(bench, CHAIN), (match) => mustKeepSecret(bench, match, "A"));
  },
});
