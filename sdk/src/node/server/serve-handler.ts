import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { isLoopback } from "../../domain/endpoint-policy.js";
import { foreignHost, internalFault, tooLarge, tooMany } from "../../http/replies.js";
import { carriedHeaders, isAllowedHost } from "../../http/request-parts.js";
import type { HttpHandler, HttpReply, HttpRequest } from "../../http/types.js";
import type { Clock } from "../../platform/clock.js";
import { onDemand } from "../../platform/on-demand.js";
import { systemClock } from "../../platform/system-clock.js";
import { http, readBody } from "../node-http.js";
import { ConnectionLimiter } from "./connection-limiter.js";
import { addressOf, closeServer, lingerWhenDone, listen } from "./listen.js";
import {
  type ConnectionLimits,
  nodeServerOptions,
  type ServerTimeouts,
  serverTimeouts,
} from "./server-limits.js";

/** For live pages. */
const streams = onDemand(() => import("./send-stream.js"));

export interface ServeHandlerOptions {
  /** 0 selects any free port. */
  port: number;
  /** Default: the loopback interface, `127.0.0.1`. */
  host?: string;
  /** On loopback, only requests for a name of this machine are served, and for these host names. Default: none. */
  names?: readonly string[];
  limits: ConnectionLimits & {
    /** The longest body, in bytes: a longer one is answered with 413 and the connection is closed. */
    bodyBytes: number;
    /** The time limit for a request's arrival, head and body: then it is answered with 408 and the connection is closed. */
    stalledBodyMs: number;
    /** The longest head of a request, in bytes: a longer one is answered with 431. Default: Node's, 16384. */
    headerBytes?: number;
  };
  timeouts?: Partial<ServerTimeouts>;
  clock?: Clock;
  /** Serves HTTPS instead of HTTP. */
  tls?: ServerCertificate | undefined;
}

/** A server's private key and certificate, both in PEM. */
export interface ServerCertificate {
  readonly key: string;
  /** With its intermediate certificates, if there are any. */
  readonly cert: string;
}

export interface Listening {
  /** `http://127.0.0.1:8101`, without a path. */
  readonly origin: string;
  readonly port: number;
  /** Stops accepting, waits `graceMs` for running exchanges, then destroys them. May be called twice. */
  close(): Promise<void>;
}

/**
 * Serves a handler over HTTP/1.1 with keep-alive.
 * @throws StartupError PORT_IN_USE if another process listens there, INVALID_CONFIG if host or port cannot be used
 */
export async function serveHandler(handler: HttpHandler, options: ServeHandlerOptions): Promise<Listening> {
  const timeouts = { ...serverTimeouts, ...options.timeouts };
  const clock = options.clock ?? systemClock;
  const limitBytes = options.limits.bodyBytes;
  const { names = [] } = options;
  /** The last one: most requests are for the same. */
  let servedHost: string | undefined;
  let isOnLoopback = false;
  let closing: Promise<void> | undefined;

  function exchange(request: IncomingMessage, response: ServerResponse): void {
    if (!request.socket.writable) return; // It follows a refused request on a closing connection.
    const { host } = request.headers;
    if (host !== servedHost) {
      if (isOnLoopback && !isAllowedHost(host, names)) {
        refuse(request, response, foreignHost(host));
        return;
      }
      servedHost = host;
    }
    const wait = limiter.wait(request.socket);
    if (wait > 0) {
      refuse(request, response, tooMany(wait));
      return;
    }
    readBody(request, limitBytes, (body) => {
      if (body === "too_large") return refuse(request, response, tooLarge(limitBytes));
      answerTo(handler, requestOf(request, body), (reply) =>
        sendReply(response, reply, closing !== undefined),
      );
    });
  }

  /** Answers before the request has been read, and closes the connection. */
  function refuse(request: IncomingMessage, response: ServerResponse, reply: HttpReply): void {
    lingerWhenDone(request.socket, clock, timeouts.lingerMs);
    sendReply(response, reply, true);
  }

  const { tls } = options;
  const settings = nodeServerOptions(options.limits, timeouts);
  const server =
    tls === undefined
      ? http.createServer(settings, exchange)
      : (await import("./tls-server.js")).openTlsServer(settings, tls, exchange);
  const limiter = new ConnectionLimiter(server, options.limits, clock);
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    if (!(Number(request.headers["content-length"]) > limitBytes)) response.writeContinue();
    exchange(request, response);
  });
  await listen(server, options.port, options.host ?? "127.0.0.1");
  const { origin, port } = addressOf(server, tls === undefined ? "http" : "https");
  isOnLoopback = isLoopback(new URL(origin).host);

  return {
    origin,
    port,
    close() {
      closing ??= closeServer(server, clock, timeouts.graceMs);
      return closing;
    },
  };
}

function requestOf(request: IncomingMessage, body: Buffer): HttpRequest {
  const { method = "", url: path = "", headers } = request;
  const carried = carriedHeaders((name) => headers[name], method);
  return { method, path, contentType: headers["content-type"] ?? null, body, headers: carried };
}

/** The handler's reply; a bare 500 if it throws or rejects against its contract. A promise more would cost as much as a header. */
function answerTo(handler: HttpHandler, request: HttpRequest, send: (reply: HttpReply) => void): void {
  try {
    handler(request).then(send, () => send(internalFault()));
  } catch {
    send(internalFault());
  }
}

function sendReply(response: ServerResponse, reply: HttpReply, last: boolean): void {
  const headers: OutgoingHttpHeaders = { ...reply.headers };
  if (last) headers.connection = "close";
  const { stream } = reply;
  if (stream !== undefined) {
    response.writeHead(reply.status, headers);
    streams.get().then(
      ({ sendStream }) => sendStream(response, stream),
      () => response.destroy(),
    );
    return;
  }
  const { body } = reply;
  const bytes = Buffer.byteLength(body);
  // With the length, Node writes head and body together.
  if (bytes > 0) headers["Content-Length"] = bytes;
  // ASCII has the same bytes in both encodings, and Node writes this one at less cost.
  response.writeHead(reply.status, headers).end(body, bytes === body.length ? "latin1" : "utf8");
}
