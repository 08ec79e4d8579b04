import type { TransportFixture } from "../../fixtures/transport-fixture.js";
import { isObject, show } from "../../json.js";
import type { Answer } from "../../peers/exchange/answer.js";
import type { Check } from "../../types.js";
import {
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
];
