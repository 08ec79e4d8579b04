import type { HttpHandler, HttpReply, HttpRequest } from "./types.js";

const JSON_HEADERS = { "content-type": "application/json" };

/** A reply whose body is already JSON text. */
export function jsonReply(status: number, text: string): HttpReply {
  return { status, headers: JSON_HEADERS, body: text };
}

/** 204: the body was accepted, and needs no answer. */
export function noContent(): HttpReply {
  return { status: 204, headers: {}, body: "" };
}

/** A fault of HTTP, not of JSON-RPC: a small JSON object with the expected value. */
export function httpFault(status: number, error: string, headers: Record<string, string> = {}): HttpReply {
  return { status, headers: { ...JSON_HEADERS, ...headers }, body: JSON.stringify({ error }) };
}

/** 413. Adapters that stop reading early answer with it too. */
export function tooLarge(limitBytes: number): HttpReply {
  return httpFault(413, `a body may have ${limitBytes} bytes`);
}

/** 403: a server on loopback was called by a name that is not this machine's. */
export function foreignHost(host: string | undefined): HttpReply {
  return httpFault(403, `this agent listens on loopback, and ${host ?? "no host"} is no name of it`);
}

/** 429: the sender may send again after this many milliseconds. */
export function tooMany(waitMs: number): HttpReply {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return httpFault(429, "too many requests", { "retry-after": String(seconds) });
}

/** 500, without the cause. */
export function internalFault(): HttpReply {
  return httpFault(500, "internal error");
}

/** The handler's reply; a bare 500 if it throws or rejects against its contract. */
export function answerOf(handler: HttpHandler, request: HttpRequest): Promise<HttpReply> {
  try {
    return handler(request).catch(internalFault);
  } catch {
    return Promise.resolve(internalFault());
  }
}
