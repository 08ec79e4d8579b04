import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { came, each, mustServe, tell, timeFor } from "../_rpc.js";

const PATHS = ["/no-such-path", "/mcpx", "/"];

export default check<TransportBench>({
  id: "transport/http/other-paths",
  title: "answers requests for other paths with the status 404",
  decides: ["TRN-HTTP-02"],
  kills: ["transport:serves-every-path"],
  worstCaseMs: timeFor(2 * PATHS.length + 1),
  async run(bench) {
    await mustServe(bench);
    const requests = PATHS.flatMap((path) => [
      { path, verb: "POST" },
      { path, verb: "GET" },
    ]);
    await each(requests, async ({ path, verb }) => {
      const body = verb === "POST" ? bench.validBody() : "";
      const answer = await bench.agent.send(body, { question: `${verb} ${path}`, http: { path, verb } });
      bench.expect.that(answer.status === 404, {
        diagnosis: `${answer.question} ${came(answer)}; expected the status 404`,
        expected: "404",
        received: String(answer.status ?? tell(answer)),
      });
    });
  },
});
