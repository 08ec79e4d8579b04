/** Functions for faults of the transport, which handle bodies of any form and batches; then the faults of HTTP. */
import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import type { HttpReply, HttpRequest } from "../../sdk.js";
import type { FaultInjection, FaultTools } from "../../subject/in-process-subject.js";
import { jsonOf, jsonReply } from "../fault-injection.js";
import type { Mutant } from "../mutant.js";

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

/** Replaces the whole reply by what `act` returns; undefined: it is not changed. */
export function after(act: (reply: HttpReply, http: HttpRequest) => HttpReply | undefined): FaultInjection {
  return {
    handler: (inner) => async (http) => {
      const reply = await inner(http);
      return act(reply, http) ?? reply;
    },
  };
}

/** Changes each JSON-RPC response, also in batches; undefined: it is not changed. */
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

/** Changes the body of /health. */
export function changeHealth(change: (health: JsonObject) => JsonObject): FaultInjection {
  return after((reply, http) => {
    const health = http.path === "/health" ? jsonOf(reply.body) : undefined;
    return isObject(health) ? { ...reply, body: JSON.stringify(change(health)) } : undefined;
  });
}

const JSON_TYPE = /^application\/json/i;

const SHORT_BYTES = 64 * 1_024;

const SIXTY_FOUR = 64;

const DEEP = /\[{500}|(?:\{"a":){500}/;

/** The request without a member of its message. */
function without(json: unknown, member: string): JsonObject | undefined {
  if (!isObject(json) || !isObject(json.params) || !(member in json.params)) return undefined;
  const { [member]: _, ...params } = json.params;
  return { ...json, params };
}

const ENOUGH = 300;

export const transportHttpMutants: readonly Mutant[] = [
  // Faults of statuses, headers, verbs and paths.
  {
    id: "transport:errors-with-http-400",
    fault: "Sends JSON-RPC errors with HTTP 400.",
    inject: after((reply) => {
      const json = jsonOf(reply.body);
      return isResponse(json) && "error" in json ? { ...reply, status: 400 } : undefined;
    }),
  },
  {
    id: "transport:json-as-plain-text",
    fault: "Sends JSON with the content type text/plain.",
    inject: after((reply) =>
      reply.body === ""
        ? undefined
        : { ...reply, headers: { ...reply.headers, "content-type": "text/plain" } },
    ),
  },
  {
    id: "transport:ok-to-notifications",
    fault: 'Answers notifications with HTTP 200 and {"status": "ok"}.',
    inject: after((_, http) =>
      isNotification(jsonOf(utf8Of(http))) ? plain(200, '{"status":"ok"}', "application/json") : undefined,
    ),
  },
  {
    id: "transport:serves-every-path",
    fault: "Serves every path as if it were /mcp.",
    inject: before((http) => (http.path === "/health" ? undefined : { ...http, path: "/mcp" })),
  },
  {
    id: "transport:serves-every-verb",
    fault: "Answers GET on /mcp with HTTP 200.",
    inject: before((http) =>
      http.path === "/mcp" && http.method !== "POST"
        ? plain(200, '{"ok":true}', "application/json")
        : undefined,
    ),
  },
  {
    id: "transport:does-not-say-what-is-allowed",
    fault: "Answers other verbs with 405 and no Allow header.",
    inject: after((reply) => {
      const { allow: _, ...headers } = reply.headers;
      return { ...reply, headers };
    }),
  },
  {
    id: "transport:takes-any-content-type",
    fault: "Ignores the content type of requests.",
    inject: before((http) => ({ ...http, contentType: "application/json" })),
  },
  {
    id: "transport:accepts-one-spelling-of-json",
    fault: "Accepts only application/json without a charset.",
    inject: before((http) =>
      http.contentType !== "application/json" && JSON_TYPE.test(http.contentType ?? "")
        ? plain(415, '{"error":"JSON, please"}', "application/json")
        : undefined,
    ),
  },
  // Agents with missing or wrong limits.
  {
    id: "transport:takes-bodies-of-any-size",
    fault: "Reads bodies of any length.",
    inject: before((http, json) =>
      http.body.length > SHORT_BYTES && json !== undefined ? withBody(http, json) : undefined,
    ),
  },
  {
    id: "transport:takes-short-bodies-only",
    fault: "Refuses bodies over 64 KiB.",
    inject: before(({ body }) => (body.length > SHORT_BYTES ? plain(413, "") : undefined)),
  },
  {
    id: "transport:waits-for-stalled-bodies-without-limit",
    fault: "Waits for the rest of a body without end.",
    inject: { serverBehaviour: { stalledBodyMs: Number.POSITIVE_INFINITY } },
  },
  {
    id: "transport:full-with-sixty-four",
    fault: "Accepts no more connections while 64 are open.",
    inject: { serverBehaviour: { connections: SIXTY_FOUR } },
  },
  {
    id: "transport:serves-deep-json",
    fault: "Accepts JSON of any depth.",
    inject: before((http, json) => {
      const flat = without(json, "x_deep");
      return flat === undefined ? undefined : withBody(http, flat);
    }),
  },
  {
    id: "transport:closes-on-deep-json",
    fault: "Answers HTTP 500 to JSON that is nested too deeply for its parser.",
    inject: before((http) =>
      DEEP.test(utf8Of(http) ?? "") ? plain(500, "Internal Server Error") : undefined,
    ),
  },
  // Agents that stop answering after some requests, and agents that disclose internal details.
  {
    id: "transport:fails-after-many-requests",
    fault: `Answers HTTP 503 to everything after ${ENOUGH} requests that it had to refuse.`,
    inject: () => {
      let refused = 0;
      return {
        handler: (inner) => async (http) => {
          if (refused >= ENOUGH) return plain(503, "Service Unavailable");
          const reply = await inner(http);
          if (reply.status >= 400 || codeOf(reply) !== undefined) refused += 1;
          return reply;
        },
      };
    },
  },
  {
    id: "transport:hangs-after-broken-json",
    fault: "Answers no request after one with XML.",
    inject: () => {
      let isStopped = false;
      return {
        handler: (inner) => (http) => {
          isStopped ||= utf8Of(http)?.startsWith("<?xml") === true;
          return isStopped ? new Promise<never>(() => undefined) : inner(http);
        },
      };
    },
  },
  {
    id: "transport:shows-stack-traces",
    fault: "Puts a stack trace into the data of its errors.",
    inject: changeErrors((error) => ({
      ...error,
      data: "Traceback (most recent call last):\n  File \"agent.py\", line 88, in handle\nKeyError: 'method'",
    })),
  },
  {
    id: "transport:shows-exceptions",
    fault: "Puts the exception of its parser into the message of its errors.",
    inject: changeErrors((error) =>
      error.code === -32_700
        ? { ...error, message: "Parse error: Expecting value: line 1 column 1 (char 0)" }
        : error,
    ),
  },
  {
    id: "transport:shows-paths",
    fault: "Names the file in which it found an error.",
    inject: changeErrors((error) => ({
      ...error,
      message: `${String(error.message)} in /srv/league/agent/handlers`,
    })),
  },
  {
    id: "transport:repeats-tokens",
    fault: "Repeats the refused message in its error, token included.",
    inject: {
      handler: (inner) => async (http) => {
        const reply = await inner(http);
        const request = jsonOf(utf8Of(http));
        const json = jsonOf(reply.body);
        if (!isRequest(request) || !isResponse(json) || !isObject(json.error)) return reply;
        // Whether JSON.stringify can write deeply nested values depends on the stack of the thread.
        const received = Object.entries(request.params ?? {}).filter(
          ([, value]) => typeof value !== "object",
        );
        const data = { received: Object.fromEntries(received) };
        return { ...reply, body: JSON.stringify({ ...json, error: { ...json.error, data } }) };
      },
    },
  },
  // Agents that do not end when they should, or end with a wrong exit code.
  {
    id: "transport:runs-without-a-port",
    fault: "Keeps running without a server when its port is taken.",
    inject: { onBusyPort: "goes on" },
  },
  {
    id: "transport:ends-well-without-a-port",
    fault: "Ends with the exit code 0 when its port is taken.",
    inject: { onBusyPort: 0 },
  },
];
