import { expect, test } from "vitest";
import { answerFromExamples } from "./msw.js";
import type { RawFault, Validator } from "./validator.js";

const refused: RawFault[] = [{ instancePath: "", keyword: "type", expected: "x" }];
const anObject: Validator<unknown> = Object.assign(
  (data: unknown): data is unknown => typeof data === "object" && !Array.isArray(data),
  { errors: refused },
);
const methods = {
  ask: { validateRequest: anObject, reply: { answer: 1, conversation_id: "of the example" } },
};
const call = (more: object) => ({ jsonrpc: "2.0", id: 7, method: "ask", params: {}, ...more });
const answer = (body: unknown, answers = {}) => answerFromExamples(body, methods, answers);

test("answers with the example, in the conversation of the request", () => {
  expect(answer(call({ params: { conversation_id: "mine" } }))).toEqual({
    jsonrpc: "2.0",
    id: 7,
    result: { answer: 1, conversation_id: "mine" },
  });
});

test("answers with the result of the test, fixed or computed", () => {
  expect(answer(call({}), { ask: 5 })).toMatchObject({ result: 5 });
  expect(answer(call({ params: { n: 2 } }), { ask: ({ n }: { n: number }) => n + 1 })).toMatchObject({
    result: 3,
  });
});

test("a notification gets no reply", () => {
  expect(answer({ jsonrpc: "2.0", method: "ask" })).toBeUndefined();
});

test("a batch leaves its notifications out", () => {
  const body = [call({}), { jsonrpc: "2.0", method: "ask" }];
  expect(answer(body)).toHaveLength(1);
});

test.each([
  ["not JSON-RPC", { method: "ask" }, -32600],
  ["null", null, -32600],
  ["an empty batch", [], -32600],
  ["an unknown method", call({ method: "toString" }), -32601],
  ["wrong params", call({ params: [1] }), -32602],
])("%s is refused", (_, body, code) => {
  expect(answer(body)).toMatchObject({ error: { code } });
});
