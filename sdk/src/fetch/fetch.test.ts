/** The vectors of ../../test/vectors run on the handler in ../../test/adapters.test.ts, the transport with that of Node in transports.test.ts. */
import { describe, expect, test } from "vitest";
import { exampleHandler, exampleLimits } from "../../test/http/example-methods.js";
import { fetchHandler } from "./fetch-handler.js";
import { fetchTransport } from "./fetch-transport.js";

const url = "http://agent.example/mcp";

/** A stream of these pieces, or of one piece without end, and whether its reader has cancelled it. */
function streamOf(pull: (controller: ReadableStreamDefaultController<Uint8Array>) => void) {
  const state = { isCancelled: false };
  const cancel = () => {
    state.isCancelled = true;
  };
  return { state, body: new ReadableStream({ pull, cancel }) };
}
const endless = () => streamOf((controller) => controller.enqueue(new Uint8Array(1024)));
const broken = () => streamOf((controller) => controller.error(new Error("reset")));

describe("fetchHandler", () => {
  const handle = fetchHandler(exampleHandler(), { limits: exampleLimits });
  const post = (body: ReadableStream | string) => {
    const headers = { "content-type": "application/json" };
    return new Request(url, { method: "POST", headers, body, duplex: "half" } as RequestInit);
  };

  test("joins a body of many pieces", async () => {
    const bytes = new TextEncoder().encode('{"jsonrpc":"2.0","method":"greet","params":{"name":"é"},"id":1}');
    let at = 0;
    const { body } = streamOf((controller) => {
      if (at === bytes.length) controller.close();
      else controller.enqueue(bytes.slice(at, ++at));
    });
    expect(await (await handle(post(body))).json()).toEqual({ jsonrpc: "2.0", result: "Hello, é", id: 1 });
  });

  test("stops reading an endless body at the limit, and answers 400 to an incomplete one", async () => {
    const { state, body } = endless();
    expect([(await handle(post(body))).status, state.isCancelled]).toEqual([413, true]);
    expect((await handle(post(broken().body))).status).toBe(400);
  });

  test("answers 500 without the cause if the handler rejects", async () => {
    const failing = fetchHandler(() => Promise.reject(new Error("swordfish")), { limits: exampleLimits });
    const response = await failing(post("{}"));
    expect([response.status, await response.text()]).toEqual([500, '{"error":"internal error"}']);
  });
});

test("fetchTransport stops reading an endless reply at the limit", async () => {
  const { state, body } = endless();
  const transport = fetchTransport({ limits: { bodyBytes: 100 }, fetch: async () => new Response(body) });
  const sending = transport.send({ url, body: "{}", signal: new AbortController().signal });
  await expect(sending).rejects.toMatchObject({ kind: "too_large" });
  expect(state.isCancelled).toBe(true);
});
