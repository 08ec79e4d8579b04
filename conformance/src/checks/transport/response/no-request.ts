import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { show } from "../../../json/text.js";
import { each, expectError, INVALID_REQUEST, mustServe, PARSE_ERROR, timeFor } from "../_rpc.js";

/** For RFC 4627, on which JSON-RPC 2.0 stands, these are no JSON texts at all. */
const SCALARS: readonly unknown[] = ["text", true, 42];
const SHAPES: readonly unknown[] = [
  {},
  { foo: "boo" },
  { jsonrpc: "2.0", id: 1 },
  { jsonrpc: "2.0", id: 1, method: null, params: {} },
  { jsonrpc: "2.0", method: 1, params: "bar" },
];
/** In place of "2.0". */
const VERSIONS: readonly unknown[] = ["1.0", 2, null, undefined];

export default check<TransportBench>({
  id: "transport/response/no-request",
  title: "answers JSON that is no Request object with -32600",
  decides: ["TRN-RPC-05"],
  kills: [
    "transport:any-jsonrpc-version",
    "transport:silent-to-what-is-no-request",
    "transport:answers-nonsense",
  ],
  worstCaseMs: timeFor(SCALARS.length + SHAPES.length + VERSIONS.length + 1),
  async run(bench) {
    await mustServe(bench);
    await each([...SCALARS, ...SHAPES], async (shape) => {
      const body = JSON.stringify(shape);
      const answer = await bench.agent.send(body, { question: `the body ${body}` });
      const codes = SCALARS.includes(shape) ? [INVALID_REQUEST, PARSE_ERROR] : [INVALID_REQUEST];
      expectError(bench, answer, codes);
    });
    await each(
      VERSIONS.map((version) => ({ version })),
      async ({ version }) => {
        const what = version === undefined ? "without a member jsonrpc" : `whose jsonrpc is ${show(version)}`;
        const answer = await bench.agent.send(
          { ...bench.validBody(), jsonrpc: version },
          { question: `a request ${what}` },
        );
        expectError(bench, answer, [INVALID_REQUEST]);
      },
    );
  },
});
