import { type JsonLimits, parseJson } from "../json/parse-json.js";
import { httpFault, internalFault, jsonReply, noContent, tooLarge } from "./replies.js";
import { isAllowedOrigin, isJson, jsonTypes, pathOf } from "./request-parts.js";
import type { HttpHandler, HttpReply, HttpRequest } from "./types.js";

/** One path with one verb. `GET` serves `HEAD` too. */
export interface HttpRoute {
  path: string;
  verb: "GET" | "POST";
  /** For `POST`, the content type and the length are already checked. A thrown error becomes a bare 500. */
  handle(request: HttpRequest): HttpReply | Promise<HttpReply>;
}

export interface HttpHandlerOptions {
  /** The answer to a JSON-RPC body posted to `/mcp` (contract 1); null if none is due. */
  rpc(body: Uint8Array | string, request: HttpRequest): Promise<string | null>;
  /** The body of `GET /health`: any JSON value. */
  health(): unknown;
  /** Web pages that may post to `/mcp`, in addition to those of this machine: `https://play.example`. */
  origins?: readonly string[] | undefined;
  /** Further paths. */
  routes?: readonly HttpRoute[];
  limits: {
    /** The longest body, in bytes. */
    bodyBytes: number;
  };
  /** Called with an error that a route threw. Must not throw. */
  onFault?: (error: unknown) => void;
}

/**
 * The HTTP side of an agent (contract 1): 404 other path, 405 other verb, 415 not JSON or compressed, 413 too long,
 * 204 no answer due, 200 for every answer of JSON-RPC, errors included. It never rejects, and no error reveals its cause.
 */
export function createHttpHandler(options: HttpHandlerOptions): HttpHandler {
  const all = [rpcRoute(options), healthRoute(options), ...(options.routes ?? [])];
  const routes = new Map(all.map((route) => [route.path, route]));
  const { bodyBytes } = options.limits;

  return async (request) => {
    try {
      const route = routes.get(request.path) ?? routes.get(pathOf(request.path));
      if (route === undefined) return httpFault(404, `nothing here; try ${[...routes.keys()].join(", ")}`);
      const fault = route.verb === "POST" ? postFault(request, bodyBytes) : getFault(request);
      return fault ?? (await route.handle(request));
    } catch (error) {
      options.onFault?.(error);
      return internalFault();
    }
  };
}

function rpcRoute({ rpc, origins }: HttpHandlerOptions): HttpRoute {
  return {
    path: "/mcp",
    verb: "POST",
    handle: (request) =>
      isAllowedOrigin(request.headers?.origin, origins)
        ? rpc(request.body, request).then(rpcReply)
        : httpFault(403, "not from this origin"),
  };
}

function rpcReply(answer: string | null): HttpReply {
  return answer === null ? noContent() : jsonReply(200, answer);
}

function healthRoute({ health }: HttpHandlerOptions): HttpRoute {
  return { path: "/health", verb: "GET", handle: () => jsonReply(200, JSON.stringify(health())) };
}

function postFault(
  { method, contentType, body, headers }: HttpRequest,
  limitBytes: number,
): HttpReply | null {
  if (method !== "POST") return httpFault(405, "only POST is allowed here", { allow: "POST" });
  const encoding = headers?.["content-encoding"] ?? "identity";
  if (encoding.toLowerCase() !== "identity") {
    const message = `the body has the content encoding ${encoding}; it must have none`;
    return httpFault(415, message, { "accept-encoding": "identity" });
  }
  if (!isJson(contentType)) {
    const message = "the content type must be application/json, in UTF-8";
    return httpFault(415, message, { accept: jsonTypes.join(", ") });
  }
  return isLonger(body, limitBytes) ? tooLarge(limitBytes) : null;
}

function getFault({ method }: HttpRequest): HttpReply | null {
  if (method === "GET" || method === "HEAD") return null;
  return httpFault(405, "only GET is allowed here", { allow: "GET, HEAD" });
}

function isLonger(body: Uint8Array | string, limitBytes: number): boolean {
  if (typeof body !== "string") return body.byteLength > limitBytes;
  // A UTF-16 unit takes one to three bytes of UTF-8: most texts need not be encoded for this check.
  if (body.length > limitBytes) return true;
  return body.length * 3 > limitBytes && new TextEncoder().encode(body).byteLength > limitBytes;
}

/** The answer of a JSON route: a status, and a JSON value. */
interface JsonAnswer {
  status: number;
  value: unknown;
}

/** A POST path with JSON in both directions and no JSON-RPC around it; 400 if the body is not JSON. */
export function jsonRoute(
  path: string,
  limits: JsonLimits,
  answer: (value: unknown) => JsonAnswer | Promise<JsonAnswer>,
): HttpRoute {
  return {
    path,
    verb: "POST",
    async handle({ body }) {
      const parsed = parseJson(body, limits);
      if (!parsed.ok) return httpFault(400, `the body is not acceptable JSON: ${parsed.fault.kind}`);
      const { status, value } = await answer(parsed.value);
      return jsonReply(status, JSON.stringify(value));
    },
  };
}
