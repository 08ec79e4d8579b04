import { decodeUtf8 } from "../json/decode-utf8.js";
import type { HttpRequest } from "./types.js";

/** Headers that ask for more than an answer: a page asks, or a trace or a Model Context Protocol client is to be followed. */
const special = ["origin", "traceparent", "mcp-protocol-version"] as const;

/**
 * The text of a request with which nothing is unusual: JSON that a program posts to this path, surely not too long.
 * Undefined for every other request; the HTTP handler says what is wrong with it, or answers it anyway.
 */
export function plainPost(request: HttpRequest, path: string, limitBytes: number): string | undefined {
  const { method, contentType, headers, body } = request;
  if (method !== "POST" || request.path !== path || contentType !== "application/json") return undefined;
  if (headers !== undefined && special.some((name) => headers[name] !== undefined)) return undefined;
  // A UTF-16 unit takes one to three bytes of UTF-8.
  if (body.length * 3 > limitBytes) return undefined;
  return typeof body === "string" ? body : (decodeUtf8(body) ?? undefined);
}
