import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { expectError, INVALID_PARAMS, mustAccept, timeFor } from "../_rpc.js";

/** Types that nobody sends with the method of the plain message. */
const OTHERS = ["LEAGUE_QUERY_RESPONSE", "NO_SUCH_MESSAGE"];

export default check<TransportBench>({
  id: "transport/error/other-message-type",
  title: "answers a message whose type belongs to another method with -32602",
  decides: ["TRN-ERR-03"],
  kills: ["transport:overlooks-message-types"],
  worstCaseMs: timeFor(4 * (OTHERS.length + 1)),
  async run(bench) {
    await mustAccept(bench);
    for (const type of OTHERS) {
      const body = bench.validBody(1, { set: { "/message_type": type } });
      const answer = await bench.agent.send(body, {
        question: `${String(body.method)} with the message_type ${type}`,
      });
      expectError(bench, answer, [INVALID_PARAMS]);
    }
  },
});
