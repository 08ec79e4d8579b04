import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { chooses, choosesRaw } from "../../../peers/behaviour.js";
import { mustKeepSecret } from "../_secrecy.js";
import { refusedMatch } from "../_times.js";

/** One player has chosen; the other is told of its fault and asked again, and must learn nothing from that. */
export default check<RefereeBench>({
  id: "referee/choice/tells-nothing",
  title:
    "tells a player whose choice was invalid nothing of what the other one has chosen, or whether it has",
  decides: ["REF-CHOICE-02"],
  kills: ["referee:tells-the-opponents-choice", "referee:tells-that-the-opponent-has-chosen"],
  slow: true,
  worstCaseMs: refusedMatch,
  async run(bench) {
    const match = await bench.league.runMatch({
      a: { choice: chooses("odd") },
      b: { choice: [choosesRaw("banana"), chooses("even")] },
      patienceMs: refusedMatch,
    });
    mustKeepSecret(bench, match, "B");
  },
});
