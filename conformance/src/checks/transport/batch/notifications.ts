import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import {
  came,
  codeOf,
  isResponse,
  METHOD_NOT_FOUND,
  mustServe,
  NO_SUCH_METHOD,
  tell,
  timeFor,
} from "../_rpc.js";

export default check<TransportBench>({
  id: "transport/batch/notifications",
  title: "answers no notification in a batch, and a batch of nothing else with no list",
  decides: ["TRN-BAT-03"],
  kills: ["transport:answers-notifications-in-batches", "transport:empty-list-for-notifications"],
  worstCaseMs: timeFor(3),
  async run(bench) {
    await mustServe(bench);
    const notification = { jsonrpc: "2.0", method: NO_SUCH_METHOD, params: {} };
    const silent = await bench.agent.send([notification, notification], {
      question: "a batch of two notifications",
    });
    // Whoever knows no batches may say so, with one error for the whole.
    const code = codeOf(silent.json);
    const unanswered = !isResponse(silent.json) || (code !== undefined && code !== METHOD_NOT_FOUND);
    bench.expect.that(!Array.isArray(silent.json) && unanswered, {
      diagnosis: `a batch of two notifications ${came(silent)}; expected no answer to them`,
      expected: "HTTP 204 without a body",
      received: tell(silent),
    });
    const mixed = await bench.agent.send([notification, bench.validBody("b1")], {
      question: "a batch of a notification and a request",
    });
    const count = Array.isArray(mixed.json) ? mixed.json.length : 1;
    bench.expect.that(count === 1, {
      diagnosis: `a batch of a notification and one request ${came(mixed)}; expected one response`,
      expected: "a list of one response",
      received: `a list of ${count}`,
    });
  },
});
