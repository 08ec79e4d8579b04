import { describe, expect, test } from "vitest";
import { exampleHandler } from "../../test/vectors/example-handler.js";
import { exampleLimits } from "../../test/vectors/example-methods.js";
import { serveHandler } from "../node/serve-handler.js";
import type { OutgoingRequest } from "../platform/transport.js";
import { fetchHandler } from "./fetch-handler.js";
import { fetchTransport } from "./fetch-transport.js";

const url = "http://agent.example/mcp";
const limits = { bodyBytes: 100 };
const outgoing = (more: Partial<OutgoingRequest> = {}): OutgoingRequest => ({
  url,
  body: "{}",
  signal: new AbortController().signal,
  ...more,
});

/** A transport over a fetch with this response. */
const answering = (answer: (url: string, init: RequestInit) => Promise<Response> | Response) =>
  fetchTransport({ limits, fetch: async (at, init) => answer(at, init) });

describe("fetchTransport", () => {
  test("posts JSON, follows no redirect, and returns status, type and body", async () => {
    let seen: [string, RequestInit] | undefined;
    const transport = answering((...call) => {
      seen = call;
      return new Response("tëa", { status: 418, headers: { "content-type": "text/plain" } });
    });
    const reply = await transport.send(outgoing({ headers: { "x-trace": "7" } }));
    expect(reply).toEqual({ status: 418, contentType: "text/plain", body: "tëa" });
    expect(seen).toMatchObject([
      url,
      {
        method: "POST",
        body: "{}",
        redirect: "manual",
        headers: { "content-type": "application/json", "x-trace": "7" },
      },
    ]);
  });

  test("sends a GET without a body and a content type", async () => {
    let seen: RequestInit = {};
    const transport = answering((_, init) => {
      seen = init;
      return new Response("{}");
    });
    await transport.send(outgoing({ verb: "GET", body: "" }));
    expect(seen).toMatchObject({ method: "GET", headers: { accept: "application/json" } });
    expect(seen).not.toHaveProperty("body");
    expect(seen.headers).not.toHaveProperty("content-type");
  });

  test("reaches a handler behind fetchHandler without a network", async () => {
    const handle = fetchHandler(exampleHandler(), { limits: exampleLimits });
    const transport = answering((at, init) => handle(new Request(at, init)));
    const body = '{"jsonrpc":"2.0","method":"get_data","id":1}';
    expect(await transport.send(outgoing({ body }))).toMatchObject({ status: 200 });
  });

  test("uses the platform's fetch by default", async () => {
    const server = await serveHandler(exampleHandler(), { port: 0, limits: exampleLimits });
    const transport = fetchTransport({ limits });
    const body = '{"jsonrpc":"2.0","method":"update"}';
    const reply = await transport.send(outgoing({ url: `${server.origin}/mcp`, body }));
    expect(reply).toEqual({ status: 204, contentType: null, body: "" });
    await server.close();
    await expect(transport.send(outgoing({ url: `${server.origin}/mcp` }))).rejects.toMatchObject({
      kind: "unreachable",
      message: expect.stringContaining("ECONNREFUSED"),
    });
  });

  test.each([
    ["too_large", () => new Response("x".repeat(101))],
    ["not_text", () => new Response(Uint8Array.of(0xff))],
    ["unreachable", () => Promise.reject(new TypeError("fetch failed"))],
    [
      "unreachable",
      () => new Response(new ReadableStream({ pull: (stream) => stream.error(new Error("reset")) })),
    ],
  ])("reports a failure as %s", async (kind, answer) => {
    await expect(answering(answer).send(outgoing())).rejects.toMatchObject({ name: "TransportError", kind });
  });

  test("reports an aborted request as aborted", async () => {
    const controller = new AbortController();
    const transport = answering((_url, { signal }) => {
      controller.abort();
      return Promise.reject(signal?.reason);
    });
    await expect(transport.send(outgoing({ signal: controller.signal }))).rejects.toMatchObject({
      kind: "aborted",
    });
  });

  test("stops reading an endless reply at the limit", async () => {
    let cancelled = false;
    const endless = new ReadableStream({
      pull: (stream) => stream.enqueue(new Uint8Array(50)),
      cancel: () => {
        cancelled = true;
      },
    });
    await expect(answering(() => new Response(endless)).send(outgoing())).rejects.toMatchObject({
      kind: "too_large",
    });
    expect(cancelled).toBe(true);
  });
});
