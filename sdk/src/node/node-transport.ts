import { lookup } from "node:dns/promises";
import type { Socket } from "node:net";
import { decodeUtf8 } from "../json/parse-json.js";
import {
  type AddressGuard,
  type IncomingReply,
  incomingReply,
  type OutgoingRequest,
  type Transport,
  TransportError,
  type TransportErrorKind,
} from "../platform/transport.js";
import {
  type Agents,
  guardedLookup,
  type Pools,
  parseTarget,
  poolsOf,
  type Resolve,
  refusedAddress,
  type Target,
} from "./connections.js";
import { http, loadHttps, readBody } from "./node-http.js";

export interface NodeTransportOptions {
  limits: {
    /** The longest reply, in bytes. */
    bodyBytes: number;
  };
  /** The time for a connection, its name included; without one in time the peer is unreachable. Default: the request's deadline. */
  connectTimeoutMs?: number;
  /** The time without a byte on an open connection, after which the reply is late. Default: the request's deadline. */
  readTimeoutMs?: number;
  /** Certificates (PEM) of the deployment, which are trusted in place of the platform's. */
  ca?: string | undefined;
  /** Resolves the names of guarded requests. Default: the platform's resolver. */
  resolve?: (hostname: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;
}

/**
 * Sends over `node:http` and `node:https` with keep-alive. Idle connections do not keep the process alive.
 * A request on a connection that the peer has just closed is sent once more on a new one.
 */
export function nodeTransport(options: NodeTransportOptions): Transport & { close(): Promise<void> } {
  const { resolve = resolveAll } = options;
  const open = poolsOf(options);
  // A connection that was opened without this guard must not be used again with it.
  const guarded = new Map<AddressGuard, Pools>();

  function poolsFor(guard: AddressGuard | undefined): Pools {
    if (guard === undefined) return open;
    const known = guarded.get(guard);
    if (known !== undefined) return known;
    const made = poolsOf(options, guardedLookup(guard, resolve));
    guarded.set(guard, made);
    return made;
  }

  return {
    send(request) {
      let target: Target;
      try {
        target = parseTarget(request.url);
        if (target.isAddress && request.guard !== undefined) checkAddress(target, request.guard);
      } catch (error) {
        return Promise.reject(error);
      }
      // Connections to an address need no lookup that a guard would check.
      const { pooled, fresh } = poolsFor(target.isAddress ? undefined : request.guard);
      const again = () => sendOnce(request, target, fresh, options);
      return sendOnce(request, target, pooled, options, again);
    },
    async close() {
      for (const { pooled } of [open, ...guarded.values()]) pooled.close();
    },
  };
}

const resolveAll: Resolve = (hostname) => lookup(hostname, { all: true });

/** Node calls no lookup for a host that is an address, so the address is checked here. @throws TransportError unreachable */
function checkAddress({ host }: Target, guard: AddressGuard): void {
  const why = guard.refuseAddress(host, host);
  if (why !== null) throw new TransportError("unreachable", refusedAddress(host, host, why).message);
}

/** @param again called if the peer closed an idle connection at the moment of its next use */
function sendOnce(
  request: OutgoingRequest,
  { secure, options }: Target,
  via: Agents,
  { limits, connectTimeoutMs = 0, readTimeoutMs = 0 }: NodeTransportOptions,
  again?: () => Promise<IncomingReply>,
): Promise<IncomingReply> {
  const { signal, body, headers, verb: method = "POST" } = request;
  const { bodyBytes: limitBytes } = limits;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(aborted(signal));
    const outgoing = secure
      ? loadHttps().request({ ...options, method, agent: via.https() })
      : http.request({ ...options, method, agent: via.http });
    if (method === "GET") outgoing.removeHeader("content-type");
    let answered = false;

    const onAbort = () => outgoing.destroy(aborted(signal));
    signal.addEventListener("abort", onAbort);
    const fail = (error: NodeJS.ErrnoException) => {
      signal.removeEventListener("abort", onAbort);
      if (error instanceof TransportError) reject(error);
      else if (signal.aborted) reject(aborted(signal));
      else if (again !== undefined && outgoing.reusedSocket && !answered && isBroken(error)) resolve(again());
      else reject(new TransportError("unreachable", error.message || String(error.code), error));
    };

    const giveUp = (kind: TransportErrorKind, what: string) => () =>
      outgoing.destroy(new TransportError(kind, what));
    const limitReading = () =>
      outgoing.setTimeout(readTimeoutMs, giveUp("late", `no answer within ${readTimeoutMs} ms`));
    const limitSocket = (socket: Socket) => {
      if (!socket.connecting) return void limitReading();
      const late = giveUp("unreachable", `no connection within ${connectTimeoutMs} ms`);
      socket.setTimeout(connectTimeoutMs, late);
      socket.once("connect", () => {
        socket.setTimeout(0, late);
        limitReading();
      });
    };
    if (connectTimeoutMs + readTimeoutMs > 0) outgoing.on("socket", limitSocket);

    outgoing.on("error", fail);
    outgoing.on("response", (incoming) => {
      answered = true;
      const done = (bytes: Buffer | "too_large") => {
        signal.removeEventListener("abort", onAbort);
        if (bytes === "too_large") {
          outgoing.destroy();
          return fail(new TransportError("too_large", `the reply is longer than ${limitBytes} bytes`));
        }
        const text = decodeUtf8(bytes);
        if (text === null) return fail(notText(incoming.headers["content-encoding"]));
        const header = (name: string) => incoming.headers[name]?.toString();
        resolve(incomingReply(incoming.statusCode ?? 0, text, header));
      };
      readBody(incoming, limitBytes, done, fail);
    });
    for (const name in headers) outgoing.setHeader(name, headers[name] ?? "");
    outgoing.end(body);
  });
}

function notText(encoding: string | undefined): TransportError {
  const fault = encoding === undefined ? "not UTF-8" : `encoded with ${encoding}; only identity was accepted`;
  return new TransportError("not_text", `the reply is ${fault}`);
}

function isBroken(error: NodeJS.ErrnoException): boolean {
  return error.code === "ECONNRESET" || error.code === "EPIPE";
}

function aborted(signal: AbortSignal): TransportError {
  return new TransportError("aborted", "the request was given up", signal.reason);
}
