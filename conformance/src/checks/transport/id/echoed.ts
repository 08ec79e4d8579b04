import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { sameJson } from "../../../json/pointer.js";
import { show } from "../../../json/text.js";
import { each, isResponse, mustServe, NO_SUCH_METHOD, timeFor } from "../_rpc.js";

const IDS: readonly (string | number)[] = [
  "",
  "a",
  "1",
  "null",
  "ключ-鍵-🔑",
  'q"\\',
  1,
  0,
  -1,
  1.5,
  2 ** 32,
  2 ** 53 - 1,
];

export default check<TransportBench>({
  id: "transport/id/echoed",
  title: "gives each id back as it came: strings as strings, numbers as numbers, in results and in errors",
  decides: ["TRN-ID-01"],
  kills: [
    "transport:ids-as-text",
    "transport:own-ids",
    "transport:loses-empty-ids",
    "transport:no-ids-in-errors",
    "transport:whole-ids",
    "transport:short-ids",
  ],
  worstCaseMs: timeFor(2 * IDS.length + 1),
  async run(bench) {
    await mustServe(bench);
    const requests = IDS.flatMap((id) => [
      { id, body: bench.validBody(id) },
      { id, body: { jsonrpc: "2.0", id, method: NO_SUCH_METHOD, params: {} } },
    ]);
    await each(requests, async ({ id, body }) => {
      const answer = await bench.agent.send(body, {
        question: `the request ${String(body.method)} with the id ${show(id)}`,
      });
      const response = isResponse(answer.json)
        ? answer.json
        : bench.notExercised(`no response to ${answer.question}: ${answer.describe()}`);
      bench.expect.that(sameJson(response.id, id), {
        diagnosis: `${answer.question} was answered with the id ${show(response.id)}`,
        expected: show(id),
        received: show(response.id),
      });
    });
  },
});
