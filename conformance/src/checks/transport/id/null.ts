import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { show } from "../../../json/text.js";
import { came, each, isResponse, mustServe, NO_SUCH_METHOD, tell, timeFor } from "../_rpc.js";

export default check<TransportBench>({
  id: "transport/id/null",
  title: "answers a request whose id is null, with the id null",
  decides: ["TRN-ID-02"],
  kills: ["transport:null-ids-are-none"],
  worstCaseMs: timeFor(3),
  async run(bench) {
    await mustServe(bench);
    const bodies = [bench.validBody(null), { jsonrpc: "2.0", id: null, method: NO_SUCH_METHOD, params: {} }];
    await each(bodies, async (body) => {
      const answer = await bench.agent.send(body, {
        question: `the request ${String(body.method)} with the id null`,
      });
      bench.expect.that(isResponse(answer.json), {
        diagnosis: `${answer.question} ${came(answer)}; a request with an id, be it null, is no notification`,
        expected: "a response with the id null",
        received: tell(answer),
      });
      const id = isResponse(answer.json) ? answer.json.id : undefined;
      bench.expect.that(id === null, {
        diagnosis: `${answer.question} was answered with the id ${show(id)}`,
        expected: "null",
        received: show(id),
      });
    });
  },
});
