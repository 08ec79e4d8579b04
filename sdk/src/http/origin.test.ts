import { expect, test } from "vitest";
import { createHttpHandler } from "./http-handler.js";
import { isAllowedOrigin } from "./origin.js";

test.each([undefined, "http://localhost:3000", "http://127.0.0.1", "http://[::1]:8080"])(
  "%s is admitted",
  (origin) => {
    expect(isAllowedOrigin(origin)).toBe(true);
  },
);

test.each(["https://evil.example", "http://localhost.evil.example", "null", "", "127.0.0.1"])(
  "%s is not",
  (origin) => {
    expect(isAllowedOrigin(origin)).toBe(false);
  },
);

test("the owner may let others in", () => {
  expect(isAllowedOrigin("https://play.example", ["https://play.example"])).toBe(true);
});

const post = (headers: Record<string, string>, origins?: readonly string[]) =>
  createHttpHandler({
    rpc: async () => null,
    health: () => ({}),
    limits: { bodyBytes: 100 },
    ...(origins === undefined ? {} : { origins }),
  })({ method: "POST", path: "/mcp", contentType: "application/json", body: "{}", headers });

test("a page from elsewhere gets 403 before anything is read", async () => {
  expect((await post({ origin: "https://evil.example" })).status).toBe(403);
  expect((await post({ origin: "https://evil.example" }, ["https://evil.example"])).status).toBe(204);
});

test("what needs no answer is 204, and 202 for a client of the Model Context Protocol", async () => {
  expect((await post({})).status).toBe(204);
  expect((await post({ "mcp-protocol-version": "2025-06-18" })).status).toBe(202);
});
