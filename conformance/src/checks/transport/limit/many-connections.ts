import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { aWhile, clauseDeadline } from "../../../time/mandates.js";
import type { Pace } from "../../../wire/types.js";
import { came, mustServe, stillServes, tell, timeFor } from "../_rpc.js";

const IN_TIME_MS = clauseDeadline("TRN-LIM-04");
const CONNECTIONS = 100;
/** Half of them send nothing after their headers, half a byte a second. */
const PACES: readonly Pace[] = Array.from({ length: CONNECTIONS }, (_, i) =>
  i % 2 === 0 ? { stopAfterBytes: 0 } : { bytesPerSecond: 1 },
);

export default check<TransportBench>({
  id: "transport/limit/many-connections",
  title: `goes on answering while ${CONNECTIONS} connections stand idle or drip`,
  decides: ["TRN-LIM-04"],
  kills: ["transport:full-with-sixty-four"],
  slow: true,
  worstCaseMs: timeFor(1) + aWhile() + 3 * IN_TIME_MS,
  async run(bench) {
    await mustServe(bench);
    const crowd = bench.hold(PACES);
    try {
      await bench.pause(aWhile());
      for (const nth of ["first", "second"]) {
        const answer = await bench.valid({ timeoutMs: IN_TIME_MS * 1.2 });
        bench.expect.that(stillServes(answer), {
          diagnosis: `while ${CONNECTIONS} connections stood idle or dripped, the ${nth} plain request ${came(answer)}`,
          expected: `a JSON-RPC response within ${IN_TIME_MS / 1_000} s`,
          received: tell(answer),
        });
        bench.expect
          .time(answer.ms, `the answer while ${CONNECTIONS} connections stood open`)
          .isAtMost(IN_TIME_MS);
      }
    } finally {
      await crowd.letGo();
    }
  },
});
