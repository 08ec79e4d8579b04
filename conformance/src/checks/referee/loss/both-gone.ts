import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { declines } from "../../../peers/behaviour.js";
import { LOST_BY_BOTH, mustEndAs } from "../_both-failed.js";
import { playCases } from "../_cases.js";
import { inTurn, unjoinedMatch } from "../_times.js";

export default check<RefereeBench>({
  id: "referee/loss/both-gone",
  title: "ends a match in a TECHNICAL_LOSS of both, 0-0, when both players are unreachable or declined",
  decides: ["REF-LOSS-06"],
  kills: ["referee:both-gone-is-a-draw"],
  patient: true,
  worstCaseMs: inTurn(3, unjoinedMatch),
  async run(bench) {
    const gone = { refuses: true } as const;
    const cases = [
      { what: "both players refused every connection", a: gone, b: gone },
      { what: "both players declined", a: { join: declines() }, b: { join: declines() } },
      { what: "A declined and B refused every connection", a: { join: declines() }, b: gone },
    ];
    // The flat dialect has no word for declining.
    const sayable = bench.dialect === "flat" ? cases.slice(0, 1) : cases;
    await playCases(
      bench.league,
      sayable.map((one) => ({ ...one, patienceMs: unjoinedMatch })),
      (match, { what }) => mustEndAs(bench, match, LOST_BY_BOTH, what),
    );
  },
});
