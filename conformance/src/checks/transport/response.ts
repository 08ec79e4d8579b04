import type { TransportFixture } from "../../fixtures/transport-fixture.js";
import { isObject, show } from "../../json.js";
import type { Answer } from "../../peers/exchange/answer.js";
import type { Check } from "../../types.js";
import { onBehalfOf } from "../../verdict.js";
import {
  answersOtherwise,
  brokenByItsForm,
  codeOf,
  each,
  expectError,
  INVALID_PARAMS,
  INVALID_REQUEST,
  isResponse,
  METHOD_NOT_FOUND,
  NO_SUCH_METHOD,
  PARSE_ERROR,
  refuses,
  requests,
  sendPlain,
  sendServed,
} from "./helpers/json-rpc.js";

/** RFC 4627, the basis of JSON-RPC 2.0, does not allow these as JSON texts. */
const SCALARS: readonly unknown[] = ["text", true, 42, null];

const SHAPES: readonly unknown[] = [
  {},
  { foo: "boo" },
  { jsonrpc: "2.0", id: 1 },
  { jsonrpc: "2.0", id: 1, method: null, params: {} },
  { jsonrpc: "2.0", method: 1, params: "bar" },
];

/** Wrong values of `jsonrpc`. */
const VERSIONS: readonly unknown[] = ["1.0", 2, null, undefined];

const FORMS: readonly unknown[] = ["bar", 42, true];

/** Methods that need no params. */
const BARE = ["ping", NO_SUCH_METHOD];

/** Unknown methods; the last ones are members of every JavaScript object. */
const METHODS = [
  ...[NO_SUCH_METHOD, "rpc.conformance", "foo.get"],
  ...["hasOwnProperty", "constructor", "toString", "__proto__"],
];

const assertFormsRefused = (fixture: TransportFixture, method: string) =>
  each(FORMS, async (params) => {
    const answer = await fixture.agent.send(
      { jsonrpc: "2.0", id: 1, method, params },
      { question: `${method} with the params ${show(params)}` },
    );
    expectError(fixture, answer, [INVALID_REQUEST, INVALID_PARAMS]);
  });

const asBody = (value: unknown) => [`the body ${JSON.stringify(value)}`, JSON.stringify(value)] as const;

/** The clauses that require each role to answer the plain message. */
const PLAIN_MESSAGE = { player: "PLY-JOIN-01", referee: "REF-RUN-02", manager: "LM-REG-01" } as const;

function clauseOfPlain({ role }: TransportFixture, { question }: Answer): string {
  return role === "referee" && question === "ROUND_ANNOUNCEMENT" ? "REF-END-03" : PLAIN_MESSAGE[role];
}

export const responseChecks: readonly Check<TransportFixture>[] = [
  {
    id: "transport/response/answers-requests",
    title: "answers a JSON-RPC request to /mcp in the same HTTP exchange",
    decides: ["TRN-RPC-01"],
    steps: [requests(16)],
    async run(fixture) {
      const { expect } = fixture;
      const answer = await sendPlain(fixture);
      // An agent that answers other requests ignores this message only.
      const isSilent = answer.failure?.reason === "timeout";
      const other = isSilent ? await fixture.agent.call(NO_SUCH_METHOD, {}) : undefined;
      expect.answer(answer, isResponse(answer.json), "a JSON-RPC response", {
        what: `${answer.question}, sent by POST to the agent's endpoint,`,
        but: "; expected a JSON-RPC response in the same HTTP exchange",
        hint: "The reply to a message travels as the `result` of the request that brought it.",
        ...(isResponse(other?.json) ? { clauses: [clauseOfPlain(fixture, answer)] } : {}),
      });
      await sendServed(fixture);
      const askedAs = (id: string) =>
        fixture.agent.send(fixture.validBody(id), { question: `a request with the id ${show(id)}` });
      const isAnswered = ({ json }: Answer, id: string) => isResponse(json) && json.id === id;
      const before = await askedAs("before");
      await fixture.endInvited();
      await fixture.agent.send('{"jsonrpc":"2.0","id":77,');
      const after = await askedAs("after");
      expect.answer(after, isAnswered(after, "after") || !isAnswered(before, "before"), "a response to it", {
        what: `after a body that was no JSON, ${after.question}`,
      });
    },
  },
  refuses({
    id: "transport/response/no-request",
    title: "answers JSON that is no Request object with -32600",
    decides: ["TRN-RPC-05"],
    codes: [INVALID_REQUEST],
    most: SCALARS.length + SHAPES.length + VERSIONS.length,
    bodies: ({ validBody }) => [
      ...SCALARS.map((one) => [...asBody(one), [INVALID_REQUEST, PARSE_ERROR]] as const),
      ...SHAPES.map(asBody),
      ...VERSIONS.map((jsonrpc) => {
        const what = jsonrpc === undefined ? "without a member jsonrpc" : `whose jsonrpc is ${show(jsonrpc)}`;
        return [`a request ${what}`, { ...validBody(), jsonrpc }] as const;
      }),
    ],
  }),
  {
    id: "transport/response/params-form",
    title: "accepts params that are an object, a list or absent, and no others",
    decides: ["TRN-RPC-06"],
    steps: [requests(2 * FORMS.length + BARE.length + 1)],
    async run(fixture) {
      await sendServed(fixture);
      await each(FORMS, async (params) => {
        const answer = await fixture.agent.send(
          { ...fixture.validBody(), params },
          { question: `a request whose params are ${show(params)}` },
        );
        expectError(fixture, answer, [INVALID_REQUEST, INVALID_PARAMS]);
      });
      await each(BARE, async (method) => {
        const within = await fixture.agent.call(method, {});
        // Other forms of params are tried only if empty ones are accepted: otherwise a refusal may have another reason.
        if (isObject(within.json) && isObject(within.json.result)) await assertFormsRefused(fixture, method);
        const answer = await fixture.agent.call(method);
        const code = codeOf(answer.json);
        const refused = code === INVALID_REQUEST || code === INVALID_PARAMS;
        fixture.expect.answer(
          answer,
          isResponse(answer.json) && !(refused && codeOf(within.json) !== code),
          `the same as with empty params: ${within.describe()}`,
          {
            what: `a request for ${method} without params`,
            but: "; a request may leave them out",
            ...brokenByItsForm(answer),
          },
        );
      });
    },
  },
  refuses({
    id: "transport/response/unknown-method",
    title: "answers a request for a method that it does not serve with -32601",
    decides: ["TRN-RPC-04"],
    codes: [METHOD_NOT_FOUND],
    most: METHODS.length,
    bodies: () => METHODS.map((method) => [method, { jsonrpc: "2.0", id: 1, method, params: {} }]),
  }),
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
