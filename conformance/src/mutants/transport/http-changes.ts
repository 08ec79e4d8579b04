/** Functions for faults of the transport: they see bodies of any form, batches too. */

import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import type { HttpReply, HttpRequest } from "../../sdk.js";
import type { FaultInjection, FaultTools } from "../../subject/in-process-subject.js";
import { jsonOf, jsonReply } from "../fault-injection.js";

/** The body of a request as text; undefined when it is no UTF-8. */
export function utf8Of({ body }: HttpRequest): string | undefined {
  if (typeof body === "string") return body;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}

/** Middleware in front of the agent: returns a reply, or the request for the agent. */
export function before(
  act: (http: HttpRequest, json: unknown, tools: FaultTools) => HttpReply | HttpRequest | undefined,
): FaultInjection {
  return {
    handler: (inner, tools) => async (http) => {
      const now = act(http, jsonOf(utf8Of(http)), tools) ?? http;
      return "status" in now ? now : inner(now);
    },
  };
}

/** The same request with another body. */
export function withBody(http: HttpRequest, json: unknown): HttpRequest {
  return { ...http, body: typeof json === "string" ? json : JSON.stringify(json) };
}

/** Changes the whole reply to what `act` returns; undefined leaves it as it is. */
export function after(act: (reply: HttpReply, http: HttpRequest) => HttpReply | undefined): FaultInjection {
  return {
    handler: (inner) => async (http) => {
      const reply = await inner(http);
      return act(reply, http) ?? reply;
    },
  };
}

/** Changes each JSON-RPC response, those in lists too; undefined leaves it as it is. */
export function changeResponses(
  change: (response: JsonObject, request: unknown) => JsonObject | undefined,
): FaultInjection {
  return after((reply, http) => {
    const json = jsonOf(reply.body);
    const request = jsonOf(utf8Of(http));
    const one = (response: unknown) =>
      isResponse(response) ? (change(response, request) ?? response) : response;
    if (Array.isArray(json)) return { ...reply, body: JSON.stringify(json.map(one)) };
    return isResponse(json) ? { ...reply, body: JSON.stringify(one(json)) } : undefined;
  });
}

/** Changes the error of each response that has one. */
export function changeErrors(change: (error: JsonObject, request: unknown) => unknown): FaultInjection {
  return changeResponses((response, request) =>
    isObject(response.error) ? { ...response, error: change(response.error, request) } : undefined,
  );
}

export function isResponse(value: unknown): value is JsonObject {
  return isObject(value) && value.jsonrpc === "2.0" && ("result" in value || "error" in value);
}

export function codeOf(reply: HttpReply): unknown {
  const json = jsonOf(reply.body);
  return isObject(json) && isObject(json.error) ? json.error.code : undefined;
}

export function isRequest(value: unknown): value is JsonObject {
  return isObject(value) && value.jsonrpc === "2.0" && typeof value.method === "string" && "id" in value;
}

export function isNotification(value: unknown): value is JsonObject {
  return isObject(value) && value.jsonrpc === "2.0" && typeof value.method === "string" && !("id" in value);
}

export function plain(status: number, body: string, contentType = "text/plain"): HttpReply {
  return { status, headers: body === "" ? {} : { "content-type": contentType }, body };
}

export function errorOf(id: unknown, code: number, message: string): HttpReply {
  return jsonReply({ jsonrpc: "2.0", id, error: { code, message } });
}

/** Changes what /health shows. */
export function changeHealth(change: (health: JsonObject) => JsonObject): FaultInjection {
  return after((reply, http) => {
    const health = http.path === "/health" ? jsonOf(reply.body) : undefined;
    return isObject(health) ? { ...reply, body: JSON.stringify(change(health)) } : undefined;
  });
}
