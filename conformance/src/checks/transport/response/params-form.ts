import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { show } from "../../../json/text.js";
import {
  came,
  codeOf,
  each,
  expectError,
  INVALID_PARAMS,
  INVALID_REQUEST,
  isResponse,
  mustServe,
  NO_SUCH_METHOD,
  tell,
  timeFor,
} from "../_rpc.js";

const FORMS: readonly unknown[] = ["bar", 42, true];
/** Methods that need no params. */
const BARE = ["ping", NO_SUCH_METHOD];

export default check<TransportBench>({
  id: "transport/response/params-form",
  title: "takes params that are an object, a list or absent, and no others",
  decides: ["TRN-RPC-06"],
  kills: ["transport:stumbles-over-odd-params", "transport:demands-params"],
  worstCaseMs: timeFor(FORMS.length + BARE.length + 1),
  async run(bench) {
    await mustServe(bench);
    await each(FORMS, async (params) => {
      const answer = await bench.agent.send(
        { ...bench.validBody(), params },
        { question: `a request whose params are ${show(params)}` },
      );
      expectError(bench, answer, [INVALID_REQUEST, INVALID_PARAMS]);
    });
    await each(BARE, async (method) => {
      const within = await bench.agent.call(method, {});
      const answer = await bench.agent.call(method);
      const code = codeOf(answer.json);
      const refused = code === INVALID_REQUEST || code === INVALID_PARAMS;
      bench.expect.that(isResponse(answer.json) && !(refused && codeOf(within.json) !== code), {
        diagnosis: `a request for ${method} without params ${came(answer)}; a request may leave them out`,
        expected: `the same as with empty params: ${tell(within)}`,
        received: tell(answer),
      });
    });
  },
});
