import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { show } from "../../../json/text.js";
import { isResponse, mustServe, timeFor } from "../_rpc.js";

const BODIES = ['{"jsonrpc":"2.0","method":"foobar, "params":"bar","baz]', '"text"', '{"foo":"boo"}'];

export default check<TransportBench>({
  id: "transport/id/unreadable",
  title: "puts the id null into the error for a request whose id could not be read",
  decides: ["TRN-ID-03"],
  kills: ["transport:no-id-when-unreadable", "transport:invents-ids"],
  worstCaseMs: timeFor(4 * BODIES.length),
  async run(bench) {
    await mustServe(bench);
    let seen = 0;
    for (const body of BODIES) {
      const answer = await bench.agent.send(body, { question: `the body ${body}` });
      // Whether it is answered with an error at all is for the checks of that.
      if (!isResponse(answer.json)) continue;
      seen += 1;
      const { json } = answer;
      const came = Object.hasOwn(json, "id") ? show(json.id) : "no id at all";
      bench.expect.that(json.id === null, {
        diagnosis: `${answer.question}, whose id cannot be read, was answered with ${came === "no id at all" ? came : `the id ${came}`}; expected null`,
        expected: '"id": null',
        received: came,
      });
    }
    if (seen === 0) bench.notExercised("no body without a readable id was answered with a JSON-RPC response");
  },
});
