import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { show } from "../../../json/text.js";
import { isResponse, mustServe, timeFor } from "../_rpc.js";

const REQUESTS = 8;

export default check<TransportBench>({
  id: "transport/id/at-the-same-time",
  title: "gives each of several requests that come at once its own id back",
  decides: ["TRN-ID-01"],
  kills: ["transport:mixes-up-answers"],
  worstCaseMs: timeFor(REQUESTS + 1),
  async run(bench) {
    await mustServe(bench);
    const ids = Array.from({ length: REQUESTS }, (_, i) => `at-once-${i + 1}`);
    const answers = await Promise.all(
      ids.map((id) => bench.agent.send(bench.validBody(id), { question: `the request ${id}` })),
    );
    for (const [i, { json, question }] of answers.entries()) {
      const response = isResponse(json)
        ? json
        : bench.notExercised(`${question} of ${REQUESTS} at once got no JSON-RPC response`);
      bench.expect.that(response.id === ids[i], {
        diagnosis: `of ${REQUESTS} requests at once, ${question} was answered with the id ${show(response.id)}`,
        expected: show(ids[i]),
        received: show(response.id),
      });
    }
  },
});
