import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exampleHandler } from "../../test/vectors/example-handler.js";
import { exampleLimits } from "../../test/vectors/example-methods.js";
import { createHttpHandler } from "./http-handler.js";

// The vectors of ../../test/vectors/http.ts run in ../../test/adapters.test.ts, over every adapter.
const post = { method: "POST", path: "/mcp", contentType: "application/json" };

describe("createHttpHandler", () => {
  test("refuses a missing content type", async () => {
    const reply = await exampleHandler()({ ...post, contentType: null, body: "{}" });
    expect(reply.status).toBe(415);
  });

  test("accepts a request target in absolute form", async () => {
    const body = '{"jsonrpc":"2.0","method":"update"}';
    const statusOf = async (path: string) => (await exampleHandler()({ ...post, path, body })).status;
    expect(await statusOf("http://127.0.0.1:8101/mcp?x")).toBe(204);
    expect(await statusOf("http://127.0.0.1:8101")).toBe(404);
    expect(await statusOf("*")).toBe(404);
    expect(await statusOf("")).toBe(404);
  });

  test("passes a route's error to the hook, and does not reveal it to the peer", async () => {
    const faults: unknown[] = [];
    const reply = await exampleHandler((error) => faults.push(error))({
      ...post,
      path: "/broken",
      body: "{}",
    });
    expect([reply.status, reply.body]).toEqual([500, '{"error":"internal error"}']);
    expect(faults).toEqual([new Error("the password is swordfish")]);
  });

  test("answers 500 if the health value cannot be written as JSON", async () => {
    const handler = createHttpHandler({
      rpc: async () => null,
      health: () => ({ uptime: 1n }),
      limits: exampleLimits,
    });
    expect((await handler({ method: "GET", path: "/health", contentType: null, body: "" })).status).toBe(500);
  });

  test("createHttpHandler throws for two routes with the same path", () => {
    const route = {
      path: "/mcp",
      verb: "GET" as const,
      handle: () => ({ status: 200, headers: {}, body: "" }),
    };
    const options = { rpc: async () => null, health: () => ({}), limits: exampleLimits };
    expect(() => createHttpHandler({ ...options, routes: [route] })).toThrow(
      "two HTTP routes have the path /mcp",
    );
  });

  test("answers every request with a known status, JSON, and no secret", async () => {
    const handler = exampleHandler();
    const anyRequest = fc.record({
      method: fc.oneof(fc.constantFrom("POST", "GET", "HEAD"), fc.string()),
      path: fc.oneof(fc.constantFrom("/mcp", "/health", "/register", "/broken"), fc.webPath(), fc.string()),
      contentType: fc.oneof(fc.constantFrom("application/json", null), fc.string()),
      body: fc.oneof(fc.uint8Array(), fc.string(), fc.json()),
    });
    await fc.assert(
      fc.asyncProperty(anyRequest, async (request) => {
        const { status, headers, body } = await handler(request);
        expect([200, 204, 400, 404, 405, 413, 415, 422, 500]).toContain(status);
        if (status === 204) return expect(body).toBe("");
        expect(headers["content-type"]).toBe("application/json");
        expect(() => JSON.parse(body)).not.toThrow();
        expect(body).not.toContain("swordfish");
      }),
    );
  });
});
