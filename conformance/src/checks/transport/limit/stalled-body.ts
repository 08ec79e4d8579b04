import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { clauseDeadline } from "../../../time/mandates.js";
import { came, mustServe, tell, timeFor } from "../_rpc.js";

const PATIENCE_MS = clauseDeadline("TRN-LIM-02");

export default check<TransportBench>({
  id: "transport/limit/stalled-body",
  title: "ends a connection on which a body stalls",
  decides: ["TRN-LIM-02"],
  kills: ["transport:waits-for-stalled-bodies"],
  slow: true,
  worstCaseMs: PATIENCE_MS + timeFor(1),
  async run(bench) {
    await mustServe(bench);
    const answer = await bench.agent.send(bench.validBody(), {
      question: "a request whose body stops after 20 bytes",
      timeoutMs: PATIENCE_MS,
      http: { pace: { stopAfterBytes: 20 } },
    });
    const reason = answer.failure?.reason;
    bench.expect.that(reason !== "timeout", {
      diagnosis: `the connection of ${answer.question} still stood open after ${PATIENCE_MS / 1_000} s`,
      expected: "the status 408, or the end of the connection",
      received: tell(answer),
    });
    bench.expect.that(answer.status === undefined || answer.status >= 400, {
      diagnosis: `${answer.question} ${came(answer)}, though it never came whole`,
      expected: "the status 408, or the end of the connection",
      received: tell(answer),
    });
  },
});
