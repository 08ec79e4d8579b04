import type { TransportFixture } from "../../fixtures/transport-fixture.js";
import { show } from "../../json.js";
import type { Check } from "../../types.js";
import { onBehalfOf } from "../../verdict.js";
import {
  answersOtherwise,
  codeOf,
  expectError,
  INVALID_REQUEST,
  isResponse,
  METHOD_NOT_FOUND,
  NO_SUCH_METHOD,
  requests,
  sendServed,
} from "./helpers/json-rpc.js";

export const batchChecks: readonly Check<TransportFixture>[] = [
  {
    id: "transport/batch/empty",
    title: "answers an empty list with a single error -32600",
    decides: ["TRN-BAT-02"],
    steps: [requests(2)],
    async run(fixture) {
      await sendServed(fixture);
      const answer = await fixture.agent.send("[]", { question: "an empty list" });
      expectError(fixture, answer, [INVALID_REQUEST]);
      const id = isResponse(answer.json) ? answer.json.id : undefined;
      fixture.expect(id, "the id of the answer to an empty list").is(null);
    },
  },
  {
    id: "transport/batch/mixed",
    title:
      "answers a batch with one list: a response to each request, and -32600 for each member that is none",
    decides: ["TRN-BAT-01"],
    steps: [requests(4)],
    async run(fixture) {
      await sendServed(fixture);
      if (answersOtherwise(fixture))
        fixture.notApplicable(
          "the answers of this wire form do not say to which member of a batch they belong",
        );
      const notification = { jsonrpc: "2.0", method: NO_SUCH_METHOD, params: {} };
      const batch = [
        fixture.validBody("b1"),
        notification,
        { foo: "boo" },
        { ...notification, id: "b2" },
        fixture.validBody(3),
        1,
      ];
      const answer = await fixture.agent.send(batch, {
        question: "a batch of three requests, a notification and two members that are neither",
      });
      const list: unknown[] = Array.isArray(answer.json) ? answer.json : [];
      fixture.expect.answer(answer, Array.isArray(answer.json), "a list of five responses");
      const ids = list.map((one) => (isResponse(one) ? one.id : one));
      for (const id of ["b1", "b2", 3]) {
        const isOfOtherType = !ids.includes(id) && ids.some((one) => String(one) === String(id));
        onBehalfOf([isOfOtherType ? "TRN-ID-01" : "TRN-BAT-01"], () =>
          fixture.expect.that(ids.filter((one) => one === id).length === 1, {
            diagnosis: `${answer.question} was answered with responses to ${show(ids)}; expected one to ${show(id)}`,
            expected: 'responses to "b1", "b2" and 3',
            received: show(ids),
          }),
        );
      }
      const unknown = list.find((one) => isResponse(one) && one.id === "b2");
      fixture.expect(codeOf(unknown), "the code for the unknown method in the batch").is(METHOD_NOT_FOUND);
      const invalid = list.filter((one) => codeOf(one) === INVALID_REQUEST).length;
      const what = `how many errors -32600 there were for the two invalid members of ${answer.question}`;
      fixture.expect(invalid, what).is(2);
      const single = await fixture.agent.send([fixture.validBody("b4")], {
        question: "a batch of one request",
      });
      fixture.expect.answer(single, Array.isArray(single.json), "a list of one response", {
        but: "; expected a list, as for any other batch",
      });
    },
  },
  {
    id: "transport/batch/notifications",
    title: "answers no notification in a batch, and a batch of nothing else with no list",
    decides: ["TRN-BAT-03"],
    steps: [requests(3)],
    async run(fixture) {
      await sendServed(fixture);
      const notification = { jsonrpc: "2.0", method: NO_SUCH_METHOD, params: {} };
      const silent = await fixture.agent.send([notification, notification], {
        question: "a batch of two notifications",
      });
      // An agent without batches may answer with one error for the whole.
      const code = codeOf(silent.json);
      const unanswered = !isResponse(silent.json) || (code !== undefined && code !== METHOD_NOT_FOUND);
      fixture.expect.answer(silent, !Array.isArray(silent.json) && unanswered, "HTTP 204 without a body", {
        what: "a batch of two notifications",
        but: "; expected no answer to them",
      });
      const mixed = await fixture.agent.send([notification, fixture.validBody("b1")], {
        question: "a batch of a notification and a request",
      });
      const count = Array.isArray(mixed.json) ? mixed.json.length : 1;
      fixture
        .expect(count, `how many responses came, where ${mixed.question} ${mixed.describeAsEnd()},`)
        .is(1);
    },
  },
];
