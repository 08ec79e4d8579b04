/** What faults and tests put between an agent and its transport. */
import { isObject, type JsonObject } from "../json.js";
import type { HttpHandler, HttpReply } from "../sdk.js";
import type { FaultInjection } from "../subject/in-process-subject.js";

/** Changes messages of this type before the agent receives them; undefined: it is not changed. */
export function changedRequests(
  type: string,
  change: (message: JsonObject) => JsonObject | undefined,
): (inner: HttpHandler) => HttpHandler {
  return (inner) => (http) => {
    const body = parse(http.body);
    if (!isObject(body?.params) || body.params.message_type !== type) return inner(http);
    const params = change(body.params);
    return inner(params === undefined ? http : { ...http, body: JSON.stringify({ ...body, params }) });
  };
}

/** All of these at once; the first is nearest to the agent for what it receives, the last for what it sends. */
export function all(...injections: readonly FaultInjection[]): FaultInjection {
  return {
    handler: (inner, tools) => injections.reduce((done, one) => one.handler?.(done, tools) ?? done, inner),
    transport: (inner, tools) =>
      injections.reduce((done, one) => one.transport?.(done, tools) ?? done, inner),
    clock: (inner, tools) => injections.reduce((done, one) => one.clock?.(done, tools) ?? done, inner),
    random: (inner, tools) => injections.reduce((done, one) => one.random?.(done, tools) ?? done, inner),
  };
}

/** A JSON-RPC reply, ready to be sent. */
export function jsonReply(body: unknown, status = 200): HttpReply {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

/** A JSON-RPC error for this request. */
export function errorReply(request: JsonObject, code: number, message: string): HttpReply {
  return jsonReply({ jsonrpc: "2.0", id: request.id ?? null, error: { code, message } });
}

const DECODER = new TextDecoder();

/** A body as text; bytes that are no UTF-8 become replacement characters. */
export function textOf(body: Uint8Array | string): string {
  return typeof body === "string" ? body : DECODER.decode(body);
}

/** The JSON of a text; undefined when it is none. */
export function jsonOf(text = ""): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The JSON object in a body; undefined when it is none. */
export function parse(body: Uint8Array | string): JsonObject | undefined {
  const value = jsonOf(textOf(body));
  return isObject(value) ? value : undefined;
}
