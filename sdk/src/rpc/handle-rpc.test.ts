import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { expectAnswer } from "../../test/expect-answer.js";
import { dispatcher, exampleLimits, exampleMethods } from "../../test/vectors/example-methods.js";
import { specificationExamples } from "../../test/vectors/json-rpc-specification.js";
import { tortures } from "../../test/vectors/json-rpc-torture.js";
import type { Dispatcher, RpcFault } from "./dispatch.js";
import { handleRpc } from "./handle-rpc.js";

const answer = (input: string | Uint8Array, methods: Dispatcher<unknown> = exampleMethods) =>
  handleRpc(input, methods, undefined, { limits: exampleLimits });
const utf8 = (text: string) => new TextEncoder().encode(text);

describe.each([
  ["the examples of the specification", specificationExamples],
  ["the torture list", tortures],
])("%s", (_name, vectors) => {
  test.each(vectors)("$name", async ({ request, answer: expected }) => {
    expectAnswer(await answer(request), expected);
    expectAnswer(await answer(utf8(request)), expected);
  });
});

test("bytes that are not UTF-8 are a parse error", async () => {
  expect(await answer(Uint8Array.of(0x22, 0xff, 0x22))).toBe(
    '{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"},"id":null}',
  );
});

test("the entries of a batch run at the same time", async () => {
  let arrived = 0;
  let allHere: () => void = () => {};
  const all = new Promise<void>((resolve) => {
    allHere = resolve;
  });
  const meet = {
    call: async () => {
      if (++arrived === 3) allHere();
      await all;
      return arrived;
    },
  };
  const request = '{"jsonrpc":"2.0","method":"meet","id":1}';
  const text = await answer(`[${request},${request},${request}]`, dispatcher({ meet }));
  expect(JSON.parse(text ?? "").map((one: { result: number }) => one.result)).toEqual([3, 3, 3]);
});

test("methods get their params and the context", async () => {
  const call = vi.fn();
  await handleRpc('{"jsonrpc":"2.0","method":"m","params":{"a":1}}', dispatcher({ m: { call } }), "context", {
    limits: exampleLimits,
  });
  expect(call).toHaveBeenCalledExactlyOnceWith({ a: 1 }, "context");
});

describe("onFault", () => {
  const faultsOf = async (request: string): Promise<RpcFault[]> => {
    const faults: RpcFault[] = [];
    await handleRpc(request, exampleMethods, undefined, {
      limits: exampleLimits,
      onFault: (fault) => faults.push(fault),
    });
    return faults;
  };

  test("is called with an error that describes the peer's fault", async () => {
    const error = new Error("the password is swordfish");
    expect(await faultsOf('{"jsonrpc":"2.0","method":"crash","id":1}')).toEqual([
      { method: "crash", error, notification: false },
    ]);
    expect(await faultsOf('{"jsonrpc":"2.0","method":"crash"}')).toEqual([
      { method: "crash", error, notification: true },
    ]);
    expect(await faultsOf('{"jsonrpc":"2.0","method":"answer_oddly","id":1}')).toHaveLength(1);
  });

  test("is called with the error of a refused notification", async () => {
    expect(await faultsOf('{"jsonrpc":"2.0","method":"refuse"}')).toMatchObject([
      { error: { code: -32006 }, notification: true },
    ]);
  });

  test("is not called for errors that are answered", async () => {
    expect(await faultsOf('{"jsonrpc":"2.0","method":"refuse","id":1}')).toEqual([]);
  });
});

describe("properties", () => {
  /** Valid requests, and invalid ones of many kinds. */
  const entry = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.record(
      {
        jsonrpc: fc.constantFrom("2.0", "1.0", 2),
        method: fc.oneof(fc.constantFrom(...exampleMethods.keys()), fc.jsonValue({ maxDepth: 1 })),
        params: fc.jsonValue({ maxDepth: 2 }),
        id: fc.jsonValue({ maxDepth: 1 }),
      },
      { requiredKeys: [] },
    ),
  );

  const isResponse = (value: unknown): boolean => {
    if (typeof value !== "object" || value === null) return false;
    const keys = Object.keys(value).sort().join();
    const { jsonrpc, error, id } = value as {
      jsonrpc: unknown;
      error?: { code: unknown; message: unknown };
      id: unknown;
    };
    const hasId = id === null || typeof id === "string" || typeof id === "number";
    if (jsonrpc !== "2.0" || !hasId) return false;
    if (keys === "id,jsonrpc,result") return true;
    return keys === "error,id,jsonrpc" && Number.isInteger(error?.code) && typeof error?.message === "string";
  };

  test("every JSON value gets a valid answer, or none", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(entry, fc.array(entry, { maxLength: 6 })), async (body) => {
        const text = await answer(JSON.stringify(body));
        if (text === null) return;
        const parsed = JSON.parse(text);
        const responses = Array.isArray(parsed) ? parsed : [parsed];
        expect(responses.length).toBeGreaterThan(0);
        expect(responses.every(isResponse)).toBe(true);
        expect(text).not.toContain("swordfish");
      }),
    );
  });

  test("every byte sequence gets a valid answer", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 100 }), async (bytes) => {
        const parsed = JSON.parse((await answer(bytes)) ?? "null");
        expect((Array.isArray(parsed) ? parsed : [parsed]).every(isResponse)).toBe(true);
      }),
    );
  });

  test("every id is returned with its value and its type", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: "grapheme" }),
          fc.double({ noNaN: true, noDefaultInfinity: true }),
          fc.integer(),
        ),
        async (id) => {
          const text = await answer(JSON.stringify({ jsonrpc: "2.0", method: "get_data", id }));
          expect(JSON.parse(text ?? "").id).toBe(JSON.parse(JSON.stringify(id)));
        },
      ),
    );
  });

  test("a batch is answered in the order of its entries, without answers to notifications", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 8 }), async (batch) => {
        const alone = await Promise.all(
          batch.map((one) => (Array.isArray(one) ? answer("1") : answer(JSON.stringify(one)))),
        );
        const due = alone.filter((one) => one !== null);
        expect(await answer(JSON.stringify(batch))).toBe(due.length === 0 ? null : `[${due.join(",")}]`);
      }),
    );
  });
});

test.each([
  ["no JSON", "{", [[null, "refused"]]],
  ["an empty batch", "[]", [[null, "refused"]]],
  [
    "an unknown method, and no request",
    '[{"jsonrpc":"2.0","method":"unknown","id":1},{}]',
    [
      [null, "refused"],
      [null, "refused"],
    ],
  ],
  ["a notification", '{"jsonrpc":"2.0","method":"update"}', [["update", "answered"]]],
  ["a later answer", '{"jsonrpc":"2.0","method":"slow","id":1}', [["slow", "answered"]]],
  ["a refusal", '{"jsonrpc":"2.0","method":"refuse","id":1}', [["refuse", "refused"]]],
  ["a fault", '{"jsonrpc":"2.0","method":"crash","id":1}', [["crash", "failed"]]],
  ["a later fault", '{"jsonrpc":"2.0","method":"crash_later","id":1}', [["crash_later", "failed"]]],
])("the end of each request is observed once: %s", async (_, text, expected) => {
  const ends: unknown[] = [];
  await handleRpc(text, exampleMethods, undefined, {
    limits: exampleLimits,
    now: () => 7,
    onEnd: (method, outcome, begun) => ends.push(begun === 7 ? [method, outcome] : begun),
  });
  expect(ends).toEqual(expected);
});
