import type { HttpReply } from "./types.js";

const JSON_HEADERS = { "content-type": "application/json" };

/** A reply whose body is JSON text already. */
export function jsonReply(status: number, text: string): HttpReply {
  return { status, headers: JSON_HEADERS, body: text };
}

/** 204: a body was taken, and no answer is due. */
export function noContent(): HttpReply {
  return { status: 204, headers: {}, body: "" };
}

/** A fault of HTTP, not of JSON-RPC: a small JSON object that says what would have been right. */
export function httpFault(status: number, error: string, headers: Record<string, string> = {}): HttpReply {
  return { status, headers: { ...JSON_HEADERS, ...headers }, body: JSON.stringify({ error }) };
}

/** 413. Adapters that stop reading early answer with it too. */
export function tooLarge(limitBytes: number): HttpReply {
  return httpFault(413, `a body may have ${limitBytes} bytes`);
}

/** 500, with nothing of the cause. */
export function internalFault(): HttpReply {
  return httpFault(500, "internal error");
}
