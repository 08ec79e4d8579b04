import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { codeOf, each, expectError, METHOD_NOT_FOUND, mustServe, NO_SUCH_METHOD, timeFor } from "../_rpc.js";

/** The last ones are members of every JavaScript object. */
const METHODS = [NO_SUCH_METHOD, "rpc.conformance", "foo.get", "hasOwnProperty", "constructor"];

export default check<TransportBench>({
  id: "transport/response/unknown-method",
  title: "answers a request for a method that it does not serve with -32601",
  decides: ["TRN-RPC-04"],
  kills: ["transport:ok-to-every-method", "transport:unknown-methods-are-bad-params"],
  worstCaseMs: timeFor(METHODS.length + 1),
  async run(bench) {
    const known = await mustServe(bench);
    if (codeOf(known.json) === METHOD_NOT_FOUND)
      bench.notExercised("a plain request is answered with -32601 too");
    await each(METHODS, async (method) => {
      const answer = await bench.agent.call(method, {});
      expectError(bench, answer, [METHOD_NOT_FOUND]);
    });
  },
});
