import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { printable } from "../../../json/text.js";
import { mustServe, timeFor } from "../_rpc.js";

/** The places that anybody can read: whoever finds the token there speaks for the agent from then on. */
export default check<TransportBench>({
  id: "transport/robustness/keeps-its-own-token",
  title: "shows its token neither at GET /health nor in what it writes to its output",
  decides: ["TRN-SAFE-04"],
  kills: ["transport:shows-its-token-at-health"],
  worstCaseMs: timeFor(3),
  async run(bench) {
    const { agent, expect } = bench;
    const { token } = agent;
    if (token === undefined)
      return bench.notApplicable("the agent has no token of its own that the suite knows");
    await mustServe(bench);
    const answer = await agent.send("", { question: "GET /health", http: { verb: "GET", path: "/health" } });
    const said = answer.raw.kind === "reply" ? printable(answer.raw.body, 65_536) : "";
    const places = {
      "its answer to GET /health": said,
      "what it writes to its standard output or error": agent.output,
    };
    for (const [place, text] of Object.entries(places)) {
      expect.that(!text.includes(token), {
        diagnosis: `${place} shows the auth_token that the agent got when it registered`,
        expected: "no token",
        received: "its token",
      });
    }
  },
});
