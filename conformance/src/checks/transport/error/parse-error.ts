import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { came, each, expectError, isResponse, mustServe, PARSE_ERROR, tell, timeFor } from "../_rpc.js";

/** The examples of JSON-RPC 2.0, section 7, and two more. */
const BODIES: readonly (readonly [string, string])[] = [
  ["broken JSON", '{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]'],
  [
    "a broken batch",
    '[{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"}, {"jsonrpc": "2.0", "method"',
  ],
  ["an unfinished object", '{"jsonrpc":"2.0","id":1,"method":"ping"'],
  ["XML", '<?xml version="1.0"?><methodCall><methodName>ping</methodName></methodCall>'],
];

export default check<TransportBench>({
  id: "transport/error/parse-error",
  title: "answers a body that is no JSON with a single error -32700",
  decides: ["TRN-ERR-01"],
  kills: [
    "transport:parse-errors-of-http",
    "transport:parse-errors-are-invalid-requests",
    "transport:parse-errors-of-batches-in-lists",
  ],
  worstCaseMs: timeFor(BODIES.length + 1),
  async run(bench) {
    await mustServe(bench);
    await each(BODIES, async ([question, body]) => {
      const answer = await bench.agent.send(body, { question });
      if (!isResponse(answer.json)) {
        bench.expect.that(false, {
          diagnosis: `${question} ${came(answer)}; expected one JSON-RPC response with the error -32700`,
          expected: "the error -32700",
          received: tell(answer),
          hint: "The framework may refuse broken JSON before your code sees it: take the body as text and parse it yourself.",
        });
      }
      expectError(bench, answer, [PARSE_ERROR]);
    });
  },
});
