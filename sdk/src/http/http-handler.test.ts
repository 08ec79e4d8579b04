import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exampleHandler, exampleLimits } from "../../test/http/example-methods.js";
import { createHttpHandler } from "./http-handler.js";
import { isAllowedOrigin } from "./request-parts.js";

// The vectors of ../../test/http/vectors.ts run in ../../test/http/adapters.test.ts, over every adapter.
const post = { method: "POST", path: "/mcp", contentType: "application/json", body: "{}" };
const options = { rpc: async () => null, health: () => ({}), limits: exampleLimits };

describe("createHttpHandler", () => {
  test("refuses a missing content type", async () => {
    expect((await exampleHandler()({ ...post, contentType: null })).status).toBe(415);
  });

  test.each([
    ["http://127.0.0.1:8101/mcp?x", 204],
    ["http://127.0.0.1:8101", 404],
    ["*", 404],
    ["", 404],
  ])("answers the request target %j with %i", async (path, status) => {
    expect((await createHttpHandler(options)({ ...post, path })).status).toBe(status);
  });

  test("passes a route's error to the hook, and does not reveal it to the peer", async () => {
    const faults: unknown[] = [];
    const reply = await exampleHandler((error) => faults.push(error))({ ...post, path: "/broken" });
    expect([reply.status, reply.body]).toEqual([500, '{"error":"internal error"}']);
    expect(faults).toEqual([new Error("the password is swordfish")]);
  });

  test("answers 500 if the health value cannot be written as JSON", async () => {
    const handler = createHttpHandler({ ...options, health: () => ({ uptime: 1n }) });
    expect((await handler({ ...post, method: "GET", path: "/health" })).status).toBe(500);
  });

  test("answers every request with a known status, JSON, and no secret", async () => {
    const handler = exampleHandler();
    const anyRequest = fc.record({
      method: fc.oneof(fc.constantFrom("POST", "GET", "HEAD"), fc.string()),
      path: fc.oneof(fc.constantFrom("/mcp", "/health", "/register", "/broken"), fc.string()),
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

test.each([
  [undefined, true],
  ["http://localhost:3000", true],
  ["http://127.0.0.1", true],
  ["http://[::1]:8080", true],
  ["https://play.example", true],
  ["https://evil.example", false],
  ["http://localhost.evil.example", false],
  ["null", false],
  ["", false],
  ["127.0.0.1", false],
])(
  "a page of the origin %j is admitted: %s; another one gets 403 before its body is read",
  async (origin, isAdmitted) => {
    const origins = ["https://play.example"];
    expect(isAllowedOrigin(origin, origins)).toBe(isAdmitted);
    const headers: Record<string, string> = origin === undefined ? {} : { origin };
    const { status } = await createHttpHandler({ ...options, origins })({ ...post, headers });
    expect(status).toBe(isAdmitted ? 204 : 403);
  },
);
