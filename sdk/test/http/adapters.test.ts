import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fetchHandler } from "../../src/fetch/fetch-handler.js";
import type { HttpReply } from "../../src/http/types.js";
import { MemoryNetwork } from "../../src/memory/memory-network.js";
import { type Listening, serveHandler } from "../../src/node/server/serve-handler.js";
import { exampleHandler, exampleLimits } from "./example-methods.js";
import { type HttpVector, httpVectors } from "./vectors.js";

type Exchange = (
  request: Pick<HttpVector, "method" | "path" | "contentType" | "body" | "encoding">,
) => Promise<HttpReply>;

/** One handler behind each adapter, called through its public interface. */
const adapters: [string, () => Promise<{ exchange: Exchange; close?: () => Promise<void> }>][] = [
  ["node", overNode],
  ["fetch", overFetch],
  ["memory", overMemory],
];

describe.each(adapters)("over %s", (_name, open) => {
  let exchange: Exchange;
  let close: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    ({ exchange, close } = await open());
  });
  afterAll(() => close?.());

  test.each(httpVectors)("$name", async (vector) => {
    const { status, headers, body } = await exchange(vector);
    expect([status, headers.allow]).toEqual([vector.status, vector.allow]);
    if (status === 415)
      expect(headers.accept ?? headers["accept-encoding"]).toMatch(/^(application\/json,|identity$)/);
    if (vector.answer === null) return expect(body).toBe("");
    expect(headers["content-type"]).toBe("application/json");
    if (vector.answer === undefined) expect(JSON.parse(body)).toEqual({ error: expect.any(String) });
    else expect(JSON.parse(body)).toEqual(JSON.parse(vector.answer));
  });
});

async function overNode(): Promise<{ exchange: Exchange; close: () => Promise<void> }> {
  const server: Listening = await serveHandler(exampleHandler(), { port: 0, limits: exampleLimits });
  const exchange: Exchange = ({ method, path, contentType, body, encoding }) =>
    new Promise((resolve, reject) => {
      const headers = headersOf(contentType, encoding);
      const request = httpRequest({ port: server.port, host: "127.0.0.1", method, path, headers });
      request.on("error", reject);
      request.on("response", (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () => {
          const status = response.statusCode ?? 0;
          resolve({ status, headers: response.headers as Record<string, string>, body: text });
        });
      });
      request.end(body);
    });
  return { exchange, close: server.close };
}

async function overFetch(): Promise<{ exchange: Exchange }> {
  const handle = fetchHandler(exampleHandler(), { limits: exampleLimits });
  return {
    async exchange({ method, path, contentType, body, encoding }) {
      const init: RequestInit = { method, headers: headersOf(contentType, encoding) };
      // `Request` sets a content type for texts, but not for bytes, and refuses a body with GET.
      if (body.length > 0)
        init.body = typeof body === "string" ? new TextEncoder().encode(body) : new Uint8Array(body);
      const response = await handle(new Request(`http://agent.example${path}`, init));
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      };
    },
  };
}

async function overMemory(): Promise<{ exchange: Exchange }> {
  const network = new MemoryNetwork();
  network.attach("http://agent.example/mcp", exampleHandler());
  return {
    exchange: ({ method, path, contentType, body, encoding }) =>
      network.exchange(`http://agent.example${path}`, {
        method,
        contentType,
        body,
        headers: headersOf(null, encoding),
      }),
  };
}

function headersOf(contentType: string | null, encoding: string | undefined): Record<string, string> {
  return {
    ...(contentType === null ? {} : { "content-type": contentType }),
    ...(encoding === undefined ? {} : { "content-encoding": encoding }),
  };
}
