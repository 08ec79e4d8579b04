import { expect, test } from "vitest";
import { createHttpHandler } from "./http-handler.js";
import { isAllowedOrigin } from "./origin.js";

test.each([undefined, "http://localhost:3000", "http://127.0.0.1", "http://[::1]:8080"])(
  "a page of the origin %s is admitted",
  (origin) => {
    expect(isAllowedOrigin(origin)).toBe(true);
  },
);

test.each(["https://evil.example", "http://localhost.evil.example", "null", "", "127.0.0.1"])(
  "a page of the origin %s is not admitted",
  (origin) => {
    expect(isAllowedOrigin(origin)).toBe(false);
  },
);

test("further origins can be allowed", () => {
  expect(isAllowedOrigin("https://play.example", ["https://play.example"])).toBe(true);
});

const post = (headers: Record<string, string>, origins?: readonly string[]) =>
  createHttpHandler({
    rpc: async () => null,
    health: () => ({}),
    limits: { bodyBytes: 100 },
    ...(origins === undefined ? {} : { origins }),
  })({ method: "POST", path: "/mcp", contentType: "application/json", body: "{}", headers });

test("a page of another origin gets 403 before its body is read", async () => {
  expect((await post({ origin: "https://evil.example" })).status).toBe(403);
  expect((await post({ origin: "https://evil.example" }, ["https://evil.example"])).status).toBe(204);
});
