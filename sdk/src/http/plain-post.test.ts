import { expect, test } from "vitest";
import { plainPost } from "./plain-post.js";
import type { HttpRequest } from "./types.js";

const request: HttpRequest = {
  method: "POST",
  path: "/mcp",
  contentType: "application/json",
  headers: { authorization: "Bearer x" },
  body: '{"a":"ü"}',
};
const textOf = (parts: Partial<HttpRequest>) => plainPost({ ...request, ...parts }, "/mcp", 300);

test("plainPost returns JSON that a program posts, as text or as bytes", () => {
  expect(textOf({})).toBe(request.body);
  expect(textOf({ body: new TextEncoder().encode('{"a":"ü"}') })).toBe(request.body);
});

test.each<[string, Partial<HttpRequest>]>([
  ["another verb", { method: "GET" }],
  ["another path", { path: "/health" }],
  ["a path with a query", { path: "/mcp?a" }],
  ["another content type", { contentType: "text/plain" }],
  ["no content type", { contentType: null }],
  ["a web page", { headers: { origin: "https://play.example" } }],
  ["a trace", { headers: { traceparent: "00-0-0-00" } }],
  ["a client of MCP", { headers: { "mcp-protocol-version": "2025-06-18" } }],
  ["a text that may be too long in bytes", { body: "x".repeat(101) }],
  ["bytes that are not UTF-8", { body: new Uint8Array([0xff]) }],
])("%s is left to the HTTP handler", (_, parts) => {
  expect(textOf(parts)).toBeUndefined();
});
