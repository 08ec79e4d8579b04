import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { came, codeOf, mustServe, stillServes, tell, timeFor } from "../_rpc.js";

const DEPTH = 10_000;
const NESTS: readonly (readonly [string, string])[] = [
  [`lists nested ${DEPTH} deep`, "[".repeat(DEPTH) + "]".repeat(DEPTH)],
  [`objects nested ${DEPTH} deep`, `${'{"a":'.repeat(DEPTH)}1${"}".repeat(DEPTH)}`],
];

export default check<TransportBench>({
  id: "transport/limit/deep-nesting",
  title: "refuses JSON that is nested too deeply, and goes on",
  decides: ["TRN-LIM-03"],
  kills: ["transport:hangs-up-on-deep-json", "transport:serves-deep-json"],
  worstCaseMs: timeFor(4 * (2 * NESTS.length + 1)),
  async run(bench) {
    await mustServe(bench);
    for (const [what, nest] of NESTS) {
      const text = JSON.stringify(bench.validBody(1, { set: { "/x_deep": null } }));
      const answer = await bench.agent.send(text.replace('"x_deep":null', `"x_deep":${nest}`), {
        question: `a request with ${what}`,
      });
      bench.expect.that(codeOf(answer.json) !== undefined, {
        diagnosis: `${answer.question} ${came(answer)}; expected a JSON-RPC error`,
        expected: "a JSON-RPC error, such as -32700",
        received: tell(answer),
      });
      const after = await bench.valid();
      bench.expect.that(stillServes(after), {
        diagnosis: `after ${answer.question}, a plain request ${came(after)}`,
        expected: "a JSON-RPC response",
        received: tell(after),
      });
    }
  },
});
