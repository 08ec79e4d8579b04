import { answerOf } from "../http/replies.js";
import type { HttpHandler, HttpReply, HttpRequest } from "../http/types.js";
import { abortable } from "../platform/abort.js";
import { type Clock, sleep } from "../platform/clock.js";
import {
  type IncomingReply,
  incomingReply,
  type OutgoingRequest,
  type Transport,
  TransportError,
} from "../platform/transport.js";

/**
 * A network inside one process: agents are attached to URLs and exchange messages without sockets or delays,
 * with the same bytes and the same failures as on a real network. A clock and a `fault` hook add faults.
 */
export class MemoryNetwork implements Transport {
  readonly #handlers = new Map<string, HttpHandler>();
  readonly #faults: { clock: Clock; fault: FaultHook } | undefined;

  constructor(faults?: { clock: Clock; fault: FaultHook }) {
    this.#faults = faults;
  }

  /** Attaches `handler` at the URL's scheme, host and port, for every path. Throws if another one is attached there. */
  attach(url: string, handler: HttpHandler): void {
    const { origin } = new URL(url);
    if (this.#handlers.has(origin)) throw new Error(`${origin} is attached already`);
    this.#handlers.set(origin, handler);
  }

  /** Makes this origin unreachable. Running exchanges still end. */
  detach(url: string): void {
    this.#handlers.delete(new URL(url).origin);
  }

  send(request: OutgoingRequest): Promise<IncomingReply> {
    if (request.signal.aborted) return Promise.reject(aborted(request.signal));
    return abortable(this.#begin(request), request.signal).then(
      ({ status, headers, body }) => incomingReply(status, body, (name) => headers[name]),
      (error) => {
        throw error instanceof TransportError ? error : aborted(request.signal);
      },
    );
  }

  /** @throws TransportError unreachable */
  async #begin(request: OutgoingRequest): Promise<HttpReply> {
    const { url, body, headers, verb: method = "POST" } = request;
    const contentType = method === "POST" ? "application/json" : null;
    const message: HttpRequest = { method, path: placeOf(url).path, contentType, body };
    if (headers !== undefined) message.headers = headers;
    return this.#faults === undefined
      ? this.#deliver(url, message)
      : this.#carry(url, message, this.#faults.fault(request));
  }

  /** One exchange with any verb, without the fault hook. Throws `TransportError` if no agent is attached. */
  async exchange(url: string, request: Omit<HttpRequest, "path">): Promise<HttpReply> {
    const reply = await this.#deliver(url, { ...request, path: placeOf(url).path });
    return request.method === "HEAD" ? { ...reply, body: "" } : reply;
  }

  async #carry(url: string, request: HttpRequest, fault: NetworkFault | undefined): Promise<HttpReply> {
    if (fault === undefined || this.#faults === undefined) return this.#deliver(url, request);
    const { clock } = this.#faults;
    if (fault.refuse) throw unreachable(url);
    if (fault.delayMs !== undefined) await sleep(clock, fault.delayMs);
    if (fault.drop === "request") return never();
    const reply = this.#deliver(url, request);
    if (fault.duplicate) this.#deliver(url, request).catch(() => {});
    await reply;
    if (fault.replyDelayMs !== undefined) await sleep(clock, fault.replyDelayMs);
    return fault.drop === "reply" ? never() : reply;
  }

  #deliver(url: string, request: HttpRequest): Promise<HttpReply> {
    const handler = this.#handlers.get(placeOf(url).origin);
    return handler === undefined ? Promise.reject(unreachable(url)) : answerOf(handler, request);
  }
}

/** @throws TransportError unreachable */
function placeOf(url: string): { readonly origin: string; readonly path: string } {
  if (!URL.canParse(url)) throw unreachable(url);
  const { origin, pathname, search } = new URL(url);
  return { origin, path: pathname + search };
}

/** A lost message: no answer until the sender aborts. */
function never(): Promise<never> {
  return new Promise(() => {});
}

function unreachable(url: string): TransportError {
  return new TransportError("unreachable", `no agent is attached at ${url}`);
}

function aborted(signal: AbortSignal): TransportError {
  return new TransportError("aborted", "the request was given up", signal.reason);
}

/** The faults of a bad network for one request. */
export interface NetworkFault {
  /** The connection is refused. */
  refuse?: boolean;
  /** The request arrives after this many milliseconds. */
  delayMs?: number;
  /** The request arrives twice; the second answer is discarded. */
  duplicate?: boolean;
  /** The answer is delayed by this many milliseconds. */
  replyDelayMs?: number;
  /** The request, or only its answer, is lost: the sender gets no answer until its deadline. */
  drop?: "request" | "reply";
}

/** Called once for every request; undefined means no fault. */
export type FaultHook = (request: OutgoingRequest) => NetworkFault | undefined;
