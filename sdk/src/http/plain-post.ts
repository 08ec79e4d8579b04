import { decodeUtf8 } from "../json/decode-utf8.js";
import type { HttpRequest } from "./types.js";

/** Headers of requests that need more than an answer: those of pages, of a trace, of MCP clients, and of compressed bodies. */
const special = ["origin", "traceparent", "mcp-protocol-version", "content-encoding"] as const;

/**
 * The text of a usual request: JSON that a program posts to this path, certainly not too long.
 * Undefined for every other request, which the HTTP handler answers or refuses.
 */
export function plainPost(request: HttpRequest, path: string, limitBytes: number): string | undefined {
  const { method, contentType, headers, body } = request;
  if (method !== "POST" || request.path !== path || contentType !== "application/json") return undefined;
  if (headers !== undefined && special.some((name) => headers[name] !== undefined)) return undefined;
  // A UTF-16 unit takes one to three bytes of UTF-8.
  if (body.length * 3 > limitBytes) return undefined;
  return typeof body === "string" ? body : (decodeUtf8(body) ?? undefined);
}
