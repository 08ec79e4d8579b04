import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { show } from "../../../json/text.js";
import { each, expectError, INVALID_REQUEST, mustServe, timeFor } from "../_rpc.js";

const IDS: readonly unknown[] = [{}, { a: 1 }, [], [1], true, false];

export default check<TransportBench>({
  id: "transport/id/odd-types",
  title: "answers a request whose id is an object, a list or a boolean with -32600",
  decides: ["TRN-ID-04"],
  kills: ["transport:serves-any-id"],
  worstCaseMs: timeFor(IDS.length + 1),
  async run(bench) {
    await mustServe(bench);
    await each(IDS, async (id) => {
      const answer = await bench.agent.send(
        { ...bench.validBody(), id },
        { question: `a request with the id ${show(id)}` },
      );
      expectError(bench, answer, [INVALID_REQUEST]);
    });
  },
});
