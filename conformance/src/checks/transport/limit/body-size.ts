import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { protocol } from "../../../contract.js";
import { utf8 } from "../../../json/text.js";
import type { Answer } from "../../../peers/answer.js";
import { came, isResponse, mustServe, stillServes, tell, timeFor } from "../_rpc.js";

const LIMIT = protocol.limits.bodyBytes;
/** Whoever takes a little more than the usual limit may be configured otherwise; nobody wants this much. */
const ANYBODYS_LIMIT = 16 * LIMIT;

export default check<TransportBench>({
  id: "transport/limit/body-size",
  title: "refuses bodies over its limit with 413 or by hanging up, and takes those of half the usual limit",
  decides: ["TRN-LIM-01"],
  kills: ["transport:takes-bodies-of-any-size", "transport:takes-short-bodies-only"],
  worstCaseMs: timeFor(20),
  async run(bench) {
    await mustServe(bench);
    const half = await ofSize(bench, LIMIT / 2);
    bench.expect.that(isResponse(half.json), {
      diagnosis: `${half.question}, half the usual limit, ${came(half)}; expected a response`,
      expected: "a JSON-RPC response",
      received: tell(half),
    });
    const over = await ofSize(bench, LIMIT + 1);
    const huge = isRefused(over) ? over : await ofSize(bench, ANYBODYS_LIMIT);
    bench.expect.that(isRefused(huge), {
      diagnosis: `${huge.question} ${came(huge)}; expected the status 413, or the end of the connection`,
      expected: "413, or a closed connection",
      received: tell(huge),
    });
    const after = await bench.valid();
    bench.expect.that(stillServes(after), {
      diagnosis: `after ${huge.question}, a plain request ${came(after)}`,
      expected: "a JSON-RPC response",
      received: tell(after),
    });
  },
});

/** A plain request that is so many bytes long, because of the spaces in it. */
function ofSize(bench: TransportBench, bytes: number): Promise<Answer> {
  const text = JSON.stringify(bench.validBody());
  const spaces = " ".repeat(Math.max(0, bytes - utf8(text).length));
  return bench.agent.send(text.replace("{", `{${spaces}`), { question: `a body of ${bytes} bytes` });
}

function isRefused({ status, failure }: Answer): boolean {
  return status === 413 || failure?.reason === "reset" || failure?.reason === "closed_early";
}
