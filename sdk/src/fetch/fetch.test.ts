/** The vectors of ../../test/vectors run on these adapters in ../../test/adapters.test.ts. */
import { describe, expect, test } from "vitest";
import { exampleHandler, exampleLimits } from "../../test/vectors/example-methods.js";
import { serveHandler } from "../node/serve-handler.js";
import type { OutgoingRequest } from "../platform/transport.js";
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

describe("fetchTransport", () => {
  const limits = { bodyBytes: 100 };
  const outgoing = (more: Partial<OutgoingRequest> = {}): OutgoingRequest => ({
    url,
    body: "{}",
    signal: new AbortController().signal,
    ...more,
  });
  /** A transport over a fetch with this response. */
  const answering = (answer: (init: RequestInit) => Promise<Response> | Response) =>
    fetchTransport({ limits, fetch: async (_url, init) => answer(init) });

  test("posts JSON, follows no redirect, and returns status, type and body", async () => {
    let seen: RequestInit = {};
    const transport = answering((init) => {
      seen = init;
      return new Response("tëa", { status: 418, headers: { "content-type": "text/plain" } });
    });
    const reply = await transport.send(outgoing({ headers: { "x-trace": "7" } }));
    expect(reply).toEqual({ status: 418, contentType: "text/plain", body: "tëa" });
    const headers = { "content-type": "application/json", "x-trace": "7" };
    expect(seen).toMatchObject({ method: "POST", body: "{}", redirect: "manual", headers });
    await transport.send(outgoing({ verb: "GET", body: "" }));
    expect(seen).toMatchObject({ method: "GET", headers: { accept: "application/json" } });
    expect(seen).not.toHaveProperty("body");
    expect(seen.headers).not.toHaveProperty("content-type");
  });

  test("uses the platform's fetch by default", async () => {
    const server = await serveHandler(exampleHandler(), { port: 0, limits: exampleLimits });
    const request = outgoing({ url: `${server.origin}/mcp`, body: '{"jsonrpc":"2.0","method":"update"}' });
    const transport = fetchTransport({ limits });
    expect(await transport.send(request)).toEqual({ status: 204, contentType: null, body: "" });
    await server.close();
    await expect(transport.send(request)).rejects.toMatchObject({
      kind: "unreachable",
      message: expect.stringContaining("ECONNREFUSED"),
    });
  });

  test.each<[string, string, () => Promise<Response> | Response]>([
    ["too_large", "a long reply", () => new Response("x".repeat(101))],
    ["not_text", "bytes that are not UTF-8", () => new Response(Uint8Array.of(0xff))],
    ["unreachable", "a failed fetch", () => Promise.reject(new TypeError("fetch failed"))],
    ["unreachable", "an incomplete reply", () => new Response(broken().body)],
  ])("reports as %s %s", async (kind, _what, answer) => {
    await expect(answering(answer).send(outgoing())).rejects.toMatchObject({ name: "TransportError", kind });
  });

  test("reports an aborted request as aborted, and stops reading an endless reply at the limit", async () => {
    const controller = new AbortController();
    const aborting = answering(({ signal }) => {
      controller.abort();
      return Promise.reject(signal?.reason);
    });
    const { signal } = controller;
    await expect(aborting.send(outgoing({ signal }))).rejects.toMatchObject({ kind: "aborted" });
    const { state, body } = endless();
    const sending = answering(() => new Response(body)).send(outgoing());
    await expect(sending).rejects.toMatchObject({ kind: "too_large" });
    expect(state.isCancelled).toBe(true);
  });
});
