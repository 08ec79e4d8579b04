import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { dispatcher, exampleLimits, exampleMethods } from "../../test/http/example-methods.js";
import type { Dispatcher, RpcFault } from "./dispatch.js";
import { handleRpc } from "./handle-rpc.js";

const answer = (input: string | Uint8Array, methods: Dispatcher<unknown> = exampleMethods) =>
  handleRpc(input, methods, undefined, { limits: exampleLimits });
const utf8 = (text: string) => new TextEncoder().encode(text);

/** The examples of section 7 of the JSON-RPC 2.0 specification, word for word: a name, the request, and its answer or none. */
const examples = readFileSync(new URL("../../test/http/json-rpc-specification.txt", import.meta.url), "utf8")
  .split("\n\n")
  .map((example) => example.split(/:\n--> |\n<--/) as [string, string, string]);

test.each(examples)("the specification: %s", async (_name, request, due) => {
  for (const input of [request, utf8(request)])
    expect(JSON.parse((await answer(input)) ?? "null")).toEqual(JSON.parse(due.trim() || "null"));
});

const call = (method: string, id: string) => `{"jsonrpc":"2.0","method":"${method}","id":${id}}`;
const result = (value: string, id: string) => `{"jsonrpc":"2.0","result":${value},"id":${id}}`;
const error = (error: string, id: string) => `{"jsonrpc":"2.0","error":${error},"id":${id}}`;
const internal = '{"code":-32603,"message":"Internal error"}';

test.each([
  ...['"a"', '""', '"\\"\\\\\\n"', "null", "0", "-7", "1.5", "9007199254740991"],
  ...["9007199254740993", "18446744073709551615", "0.1234567890123456789", "1e400"],
])("the id %s is returned with its original digits, alone and in a batch", async (id) => {
  const due = result('["hello",5]', id);
  expect(await answer(call("get_data", id))).toBe(due);
  expect(await answer(`[${call("get_data", id)},${call("get_data", "7")}]`)).toBe(
    `[${due},${result('["hello",5]', "7")}]`,
  );
});

test.each([
  ["data that JSON cannot write is an internal error", call("refuse_oddly", "1"), error(internal, "1")],
  ["a result that JSON cannot write is one too", call("answer_oddly", "1"), error(internal, "1")],
  [
    "a batch in which one method fails and one takes longer keeps its order",
    `[${call("slow", "1")},${call("crash", "2")},{"jsonrpc":"2.0","method":"crash"},${call("update", "3")}]`,
    `[${result('"slow"', "1")},${error(internal, "2")},${result("null", "3")}]`,
  ],
  [
    "a batch has a limit",
    `[${Array(11).fill("1").join()}]`,
    error(
      '{"code":-32600,"message":"Invalid Request","data":{"hint":"a batch may have 10 entries, this one has 11"}}',
      "null",
    ),
  ],
  [
    "a repeated key is named",
    '{"jsonrpc":"2.0","method":"get_data","id":1,"id":2}',
    error(
      '{"code":-32700,"message":"Parse error","data":{"kind":"duplicate_key","message":"the member /id appears twice","pointer":"/id"}}',
      "null",
    ),
  ],
  [
    "the depth of nesting has a limit",
    `${"[".repeat(21)}${"]".repeat(21)}`,
    error(
      '{"code":-32700,"message":"Parse error","data":{"kind":"depth","message":"nested 21 deep; at most 16 levels are accepted"}}',
      "null",
    ),
  ],
])("%s", async (_name, request, due) => {
  expect(JSON.parse((await answer(request)) ?? "null")).toEqual(JSON.parse(due));
});

test("the entries of a batch run at the same time", async () => {
  let arrived = 0;
  const { promise: all, resolve: allHere } = Promise.withResolvers<void>();
  const meet = {
    call: async () => {
      if (++arrived === 3) allHere();
      await all;
      return arrived;
    },
  };
  const text = await answer(`[${Array(3).fill(call("meet", "1")).join()}]`, dispatcher({ meet }));
  expect(JSON.parse(text ?? "").map((one: { result: number }) => one.result)).toEqual([3, 3, 3]);
});

test("methods get their params and the context", async () => {
  const method = vi.fn();
  const request = '{"jsonrpc":"2.0","method":"m","params":{"a":1}}';
  await handleRpc(request, dispatcher({ m: { call: method } }), "context", { limits: exampleLimits });
  expect(method).toHaveBeenCalledExactlyOnceWith({ a: 1 }, "context");
});

test("what is not answered is given to onFault, and the end of each request to onEnd", async () => {
  const observed = async (request: string) => {
    const faults: RpcFault[] = [];
    const ends: unknown[] = [];
    await handleRpc(request, exampleMethods, undefined, {
      limits: exampleLimits,
      onFault: (fault) => faults.push(fault),
      now: () => 7,
      onEnd: (method, outcome, begun) => ends.push(begun === 7 ? [method, outcome] : begun),
    });
    return { faults, ends };
  };
  const notification = (method: string) => `{"jsonrpc":"2.0","method":"${method}"}`;
  const error = new Error("the password is swordfish");
  const fault = (notification: boolean) => ({ method: "crash", error, notification });
  for (const [request, faults, ...ends] of [
    [call("crash", "1"), [fault(false)], ["crash", "failed"]],
    [call("crash_later", "1"), [{ error }], ["crash_later", "failed"]],
    [call("answer_oddly", "1"), [{ method: "answer_oddly" }], ["answer_oddly", "answered"]],
    [call("refuse", "1"), [], ["refuse", "refused"]],
    [call("slow", "1"), [], ["slow", "answered"]],
    [notification("crash"), [fault(true)], ["crash", "failed"]],
    [notification("refuse"), [{ error: { code: -32006 }, notification: true }], ["refuse", "refused"]],
    [notification("update"), [], ["update", "answered"]],
    ["{", [], [null, "refused"]],
    ["[]", [], [null, "refused"]],
    [`[${call("unknown", "1")},{}]`, [], [null, "refused"], [null, "refused"]],
  ] as const)
    expect(await observed(request)).toMatchObject({ faults, ends });
});

describe("for any input", () => {
  /** Requests of all kinds: each member is right, wrong or missing. */
  const request = fc.record(
    {
      jsonrpc: fc.constantFrom("2.0", "2.0", "2.0", "1.0", 2, null),
      method: fc.oneof(
        fc.constantFrom("get_data", "update", "crash", "refuse", "__proto__", "toString", ""),
        fc.jsonValue({ maxDepth: 1 }),
      ),
      params: fc.oneof(fc.constantFrom({}, []), fc.jsonValue({ maxDepth: 2 })),
      id: fc.oneof(fc.string({ unit: "grapheme" }), fc.integer(), fc.jsonValue({ maxDepth: 1 })),
      result: fc.constant(19),
    },
    { requiredKeys: [] },
  );
  const entry = fc.oneof({ weight: 4, arbitrary: request }, fc.jsonValue({ maxDepth: 2 }));

  const outcomes: Record<string, object> = {
    get_data: { result: ["hello", 5] },
    update: { result: null },
    crash: { error: { code: -32603, message: "Internal error" } },
    refuse: { error: { code: -32006, message: "MATCH_NOT_FOUND", data: { match_id: "R1M1" } } },
  };

  /** The answer by the specification: section 4 says what a request is, section 5 what it gets. */
  function due(value: unknown): object | null {
    const refusal = (code: number, id: unknown) => ({
      jsonrpc: "2.0",
      error: expect.objectContaining({ code }),
      id,
    });
    if (typeof value !== "object" || value === null || Array.isArray(value)) return refusal(-32600, null);
    const { jsonrpc, method, params = {}, id } = value as Record<string, unknown>;
    const hasId = Object.hasOwn(value, "id");
    if (hasId && id !== null && typeof id !== "string" && typeof id !== "number")
      return refusal(-32600, null);
    const isRequest = jsonrpc === "2.0" && typeof method === "string";
    if (!isRequest || typeof params !== "object" || params === null) return refusal(-32600, id ?? null);
    if (!hasId) return null;
    const outcome = Object.hasOwn(outcomes, method) ? outcomes[method] : undefined;
    return outcome === undefined ? refusal(-32601, id) : { jsonrpc: "2.0", ...outcome, id };
  }

  test("each request gets the answer of the specification", async () => {
    await fc.assert(
      fc.asyncProperty(entry, async (value) => {
        fc.pre(!Array.isArray(value));
        const sent = JSON.parse(JSON.stringify(value));
        expect(JSON.parse((await answer(JSON.stringify(value))) ?? "null")).toEqual(due(sent));
      }),
      { numRuns: 300 },
    );
  });

  test("a batch is answered in the order of its entries, without answers to notifications", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 8 }), async (batch) => {
        const dues = (JSON.parse(JSON.stringify(batch)) as unknown[]).map(due).filter((one) => one !== null);
        const text = await answer(JSON.stringify(batch));
        expect(JSON.parse(text ?? "null")).toEqual(dues.length === 0 ? null : dues);
      }),
    );
  });

  test("bytes get one answer with an error, or that of their JSON", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 100 }), async (bytes) => {
        const answers = [JSON.parse((await answer(bytes)) ?? "null")].flat();
        for (const one of answers) expect(one).toMatchObject({ jsonrpc: "2.0", error: {}, id: null });
      }),
    );
  });
});
