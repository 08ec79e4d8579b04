import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { headerOf } from "../../../wire/types.js";
import { came, each, mustServe, tell, timeFor } from "../_rpc.js";

const VERBS = ["GET", "PUT", "DELETE", "PATCH"];

export default check<TransportBench>({
  id: "transport/http/other-verbs",
  title: "answers other verbs than POST with the status 405 and an Allow header that names POST",
  decides: ["TRN-HTTP-02"],
  kills: ["transport:serves-every-verb", "transport:does-not-say-what-is-allowed"],
  worstCaseMs: timeFor(VERBS.length + 1),
  async run(bench) {
    await mustServe(bench);
    await each(VERBS, async (verb) => {
      const body = verb === "GET" || verb === "DELETE" ? "" : bench.validBody();
      const answer = await bench.agent.send(body, {
        question: `${verb} on the agent's endpoint`,
        http: { verb },
      });
      bench.expect.that(answer.status === 405, {
        diagnosis: `${answer.question} ${came(answer)}; expected the status 405`,
        expected: "405",
        received: String(answer.status ?? tell(answer)),
      });
      const allow = answer.raw.kind === "reply" ? headerOf(answer.raw.headers, "allow") : undefined;
      bench.expect.that(/\bPOST\b/i.test(allow ?? ""), {
        diagnosis: `the 405 for ${answer.question} has ${allow === undefined ? "no Allow header" : `the header Allow: ${allow}`}; expected one that names POST`,
        expected: "Allow: POST",
        received: allow ?? "nothing",
      });
    });
  },
});
