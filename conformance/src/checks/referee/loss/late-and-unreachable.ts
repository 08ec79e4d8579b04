import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { never } from "../../../peers/behaviour.js";
import { DRAWN, mustEndAs } from "../_both-failed.js";
import { unjoinedMatch } from "../_times.js";

export default check<RefereeBench>({
  id: "referee/loss/late-and-unreachable",
  title: "ends a match in a DRAW, 1-1, when one player is late and the other unreachable",
  decides: ["REF-LOSS-06"],
  kills: ["referee:both-late-is-a-loss"],
  patient: true,
  worstCaseMs: unjoinedMatch,
  async run(bench) {
    const match = await bench.league.runMatch({
      a: { join: never() },
      b: { refuses: true },
      patienceMs: unjoinedMatch,
    });
    mustEndAs(bench, match, DRAWN, "A answered no invitation and B refused every connection");
  },
});
