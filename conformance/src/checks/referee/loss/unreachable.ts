import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { mustLose } from "../_loss.js";
import { unjoinedMatch } from "../_times.js";

export default check<RefereeBench>({
  id: "referee/loss/unreachable",
  title: "lets a player lose that refuses connections",
  decides: ["REF-LOSS-02"],
  kills: ["referee:plays-with-the-dead", "referee:silent-after-a-failure"],
  patient: true,
  worstCaseMs: unjoinedMatch,
  async run(bench) {
    const match = await bench.league.runMatch({ a: { refuses: true }, patienceMs: unjoinedMatch });
    // A hears nothing, so that its opponent alone shows that the match was begun.
    mustLose(bench, match, "A", "A refused every connection");
  },
});
