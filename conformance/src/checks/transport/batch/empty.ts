import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { show } from "../../../json/text.js";
import { expectError, INVALID_REQUEST, isResponse, mustServe, timeFor } from "../_rpc.js";

export default check<TransportBench>({
  id: "transport/batch/empty",
  title: "answers an empty list with a single error -32600",
  decides: ["TRN-BAT-02"],
  kills: ["transport:empty-list-for-empty-list", "transport:silent-to-empty-batches"],
  worstCaseMs: timeFor(2),
  async run(bench) {
    await mustServe(bench);
    const answer = await bench.agent.send("[]", { question: "an empty list" });
    expectError(bench, answer, [INVALID_REQUEST]);
    const id = isResponse(answer.json) ? answer.json.id : undefined;
    bench.expect.that(id === null, {
      diagnosis: `an empty list was answered with the id ${show(id)}; expected null`,
      expected: "null",
      received: show(id),
    });
  },
});
