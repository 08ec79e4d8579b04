import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { came, isResponse, mustServe, plainly, tell, timeFor } from "../_rpc.js";

export default check<TransportBench>({
  id: "transport/response/answers-requests",
  title: "answers a JSON-RPC request to /mcp in the same HTTP exchange",
  decides: ["TRN-RPC-01"],
  kills: ["transport:answers-later", "transport:answers-with-a-call", "transport:answers-bare"],
  worstCaseMs: timeFor(1),
  async run(bench) {
    const { expect } = bench;
    const answer = await plainly(bench);
    expect.that(isResponse(answer.json), {
      diagnosis: `${answer.question}, sent by POST to the agent's endpoint, ${came(answer)}; expected a JSON-RPC response in the same HTTP exchange`,
      expected: "a JSON-RPC response",
      received: tell(answer),
      hint: "The reply to a message travels as the `result` of the request that brought it.",
    });
    await mustServe(bench);
  },
});
