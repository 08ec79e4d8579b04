import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { came, each, isResponse, mustServe, tell, timeFor } from "../_rpc.js";

const OTHERS = ["text/plain", "application/x-www-form-urlencoded", "application/xml"];
const SAME = ["application/json; charset=utf-8", "application/json;charset=UTF-8", "Application/JSON"];

export default check<TransportBench>({
  id: "transport/http/content-type",
  title: "takes application/json, however it is written, and answers other content types with 415",
  decides: ["TRN-HTTP-03"],
  kills: ["transport:takes-any-content-type", "transport:knows-one-spelling-of-json"],
  worstCaseMs: timeFor(OTHERS.length + SAME.length + 1),
  async run(bench) {
    await mustServe(bench);
    const post = (type: string) =>
      bench.agent.send(bench.validBody(), {
        question: `a request with the content type ${type}`,
        http: { headers: [["content-type", type]] },
      });
    await each(SAME, async (type) => {
      const answer = await post(type);
      bench.expect.that(isResponse(answer.json), {
        diagnosis: `${answer.question} ${came(answer)}; expected the same as for application/json`,
        expected: "a JSON-RPC response",
        received: tell(answer),
      });
    });
    await each(OTHERS, async (type) => {
      const answer = await post(type);
      bench.expect.that(answer.status === 415, {
        diagnosis: `${answer.question} ${came(answer)}; expected the status 415`,
        expected: "415",
        received: String(answer.status ?? tell(answer)),
      });
    });
  },
});
