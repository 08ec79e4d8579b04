import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { came, each, mustServe, NO_SUCH_METHOD, tell, timeFor } from "../_rpc.js";

export default check<TransportBench>({
  id: "transport/http/no-content",
  title: "answers a notification with the status 204 and without a body",
  decides: ["TRN-HTTP-01"],
  kills: ["transport:ok-to-notifications"],
  worstCaseMs: timeFor(3),
  async run(bench) {
    await mustServe(bench);
    const { id: _, ...known } = bench.validBody();
    await each([known, { jsonrpc: "2.0", method: NO_SUCH_METHOD }], async (body) => {
      const answer = await bench.agent.send(body, { question: `the notification ${String(body.method)}` });
      bench.expect.that(answer.status === 204 && answer.json === undefined, {
        diagnosis: `${answer.question} ${came(answer)}; expected HTTP 204 without a body`,
        expected: "HTTP 204 without a body",
        received: tell(answer),
      });
    });
  },
});
