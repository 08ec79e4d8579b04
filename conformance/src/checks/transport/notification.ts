import type { TransportFixture } from "../../fixtures/transport-fixture.js";
import type { JsonObject } from "../../json/scan.js";
import type { Check } from "../../types.js";
import { each, isResponse, NO_SUCH_METHOD, requests, sendServed } from "./helpers/json-rpc.js";

export const notificationChecks: readonly Check<TransportFixture>[] = [
  {
    id: "transport/notification/unanswered",
    title: "answers no notification with a response, be its method known or not, its params right or wrong",
    decides: ["TRN-NTF-01"],
    steps: [requests(7)],
    async run(fixture) {
      await sendServed(fixture);
      const { id: _, ...known } = fixture.validBody();
      const notifications: readonly (readonly [string, JsonObject])[] = [
        ["a notification of a known method", known],
        ["a notification of a method without params", { jsonrpc: "2.0", method: "ping" }],
        ["a notification of an unknown method", { jsonrpc: "2.0", method: NO_SUCH_METHOD, params: {} }],
        [
          "a notification of a known method without its params",
          { jsonrpc: "2.0", method: known.method, params: {} },
        ],
        [
          "a notification of a known method with a list as its params",
          { jsonrpc: "2.0", method: known.method, params: [] },
        ],
      ];
      await each(notifications, async ([question, body]) => {
        const answer = await fixture.agent.send(body, { question });
        fixture.expect.that(!isResponse(answer.json), {
          diagnosis: `${question} (${String(body.method)}, without an id) was answered with a response: ${answer.describe()}`,
          expected: "HTTP 204 without a body",
          received: answer.describe(),
        });
      });
    },
  },
];
