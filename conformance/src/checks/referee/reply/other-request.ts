import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { chooses, joins, wrongId } from "../../../peers/behaviour.js";
import { playCases } from "../_cases.js";
import { mustLose } from "../_loss.js";
import { inTurn, refusedMatch } from "../_times.js";

export default check<RefereeBench>({
  id: "referee/reply/other-request",
  title: "takes no response for an answer whose JSON-RPC id is not that of the request",
  decides: ["TRN-OUT-04"],
  kills: ["referee:accepts-other-ids"],
  patient: true,
  worstCaseMs: inTurn(2, refusedMatch),
  async run(bench) {
    const cases = [
      { what: "each join of A came with another JSON-RPC id", a: { join: wrongId(joins()) } },
      { what: "each choice of A came with another JSON-RPC id", a: { choice: wrongId(chooses("even")) } },
    ];
    await playCases(
      bench.league,
      cases.map((one) => ({ ...one, patienceMs: refusedMatch })),
      (match, { what }) => mustLose(bench, match, "A", what),
    );
  },
});
