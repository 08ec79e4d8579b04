import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { expectError, INVALID_PARAMS, mustAccept, timeFor } from "../_rpc.js";

export default check<TransportBench>({
  id: "transport/error/positional-params",
  title: "answers positional params with -32602",
  decides: ["TRN-ERR-03"],
  kills: ["transport:takes-positional-params"],
  worstCaseMs: timeFor(5),
  async run(bench) {
    await mustAccept(bench);
    for (const list of [(params: unknown) => [params], () => []]) {
      const body = bench.validBody();
      const answer = await bench.agent.send(
        { ...body, params: list(body.params) },
        { question: "a request with positional params" },
      );
      expectError(bench, answer, [INVALID_PARAMS]);
    }
  },
});
