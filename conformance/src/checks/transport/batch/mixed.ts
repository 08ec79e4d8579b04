import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { show } from "../../../json/text.js";
import {
  came,
  codeOf,
  INVALID_REQUEST,
  isResponse,
  METHOD_NOT_FOUND,
  mustServe,
  NO_SUCH_METHOD,
  tell,
  timeFor,
} from "../_rpc.js";

export default check<TransportBench>({
  id: "transport/batch/mixed",
  title: "answers a batch with one list: a response to each request, and -32600 for each member that is none",
  decides: ["TRN-BAT-01"],
  kills: [
    "transport:no-batches",
    "transport:first-of-the-batch",
    "transport:drops-invalid-members",
    "transport:unwraps-single-answers",
  ],
  worstCaseMs: timeFor(4),
  async run(bench) {
    await mustServe(bench);
    const notification = { jsonrpc: "2.0", method: NO_SUCH_METHOD, params: {} };
    const batch = [
      bench.validBody("b1"),
      notification,
      { foo: "boo" },
      { ...notification, id: "b2" },
      bench.validBody("b3"),
      1,
    ];
    const answer = await bench.agent.send(batch, {
      question: "a batch of three requests, a notification and two members that are neither",
    });
    const list: unknown[] = Array.isArray(answer.json) ? answer.json : [];
    bench.expect.that(Array.isArray(answer.json), {
      diagnosis: `${answer.question} ${came(answer)}; expected a list`,
      expected: "a list of five responses",
      received: tell(answer),
    });
    const ids = list.map((one) => (isResponse(one) ? one.id : one));
    for (const id of ["b1", "b2", "b3"]) {
      bench.expect.that(ids.filter((one) => one === id).length === 1, {
        diagnosis: `${answer.question} was answered with responses to ${show(ids)}; expected one to ${id}`,
        expected: "responses to b1, b2 and b3",
        received: show(ids),
      });
    }
    bench
      .expect(
        codeOf(list.find((one) => isResponse(one) && one.id === "b2")),
        "the code for the unknown method in the batch",
      )
      .is(METHOD_NOT_FOUND);
    const invalid = list.filter((one) => codeOf(one) === INVALID_REQUEST).length;
    bench.expect.that(invalid === 2, {
      diagnosis: `${answer.question} was answered with ${invalid} errors -32600; expected one for each of the two invalid members`,
      expected: "2",
      received: String(invalid),
    });
    const single = await bench.agent.send([bench.validBody("b4")], { question: "a batch of one request" });
    bench.expect.that(Array.isArray(single.json), {
      diagnosis: `${single.question} ${came(single)}; expected a list, as for any other batch`,
      expected: "a list of one response",
      received: tell(single),
    });
  },
});
