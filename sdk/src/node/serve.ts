/** Runs an agent on a port: it listens first, then registers, and closes everything at the end. */
import { protocolLimits, protocolPaths, protocolShutdownGraceMs } from "@league-v2/contract";
import type { Agent, RunningAgent } from "../agent/core/agent.js";
import { drained } from "../agent/core/capacity.js";
import { internalFault } from "../http/replies.js";
import type { HttpHandler, HttpReply } from "../http/types.js";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import { type Random, secureRandom } from "../platform/random.js";
import { systemClock } from "../platform/system-clock.js";
import type { Transport } from "../platform/transport.js";
import { nodeTransport } from "./node-transport.js";
import { type ServerCertificate, serveHandler } from "./server/serve-handler.js";
import type { ConnectionLimits } from "./server/server-limits.js";

export interface ServeOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** Default: the loopback interface. */
  readonly host?: string;
  /** The league manager's URL, e.g. `http://127.0.0.1:8000/mcp`. Without it the agent registers nowhere. */
  readonly league?: string;
  /** The address that is sent to other agents; by default the one on which it listens. */
  readonly endpoint?: string;
  readonly log?: Log;
  /**
   * Close on SIGINT and SIGTERM, after the running matches; new ones are refused from then on. A second
   * signal closes at once. Default true.
   */
  readonly closeOnSignal?: boolean;
  /** The time limit for those matches. Default: the protocol's, 20 s. */
  readonly graceMs?: number;
  /** Web pages that may call it, in addition to those of this machine: `https://play.example`. */
  readonly origins?: readonly string[];
  readonly clock?: Clock;
  readonly random?: Random;
  readonly transport?: Transport;
  /** Limits of requests and connections, in place of the protocol's. */
  readonly limits?: ConnectionLimits;
  /** Serves HTTPS. */
  readonly tls?: ServerCertificate;
  /** The time for a connection to another agent, before it counts as unreachable. Default: the deadline of the message. */
  readonly connectTimeoutMs?: number;
  /** A certificate (PEM) that is trusted for outgoing calls, in place of the platform's. */
  readonly ca?: string;
  /**
   * A secret that all agents of a deployment share: required in every request but `GET /health`, and sent with every
   * call. At least 16 characters of RFC 6750's b64token.
   */
  readonly bearer?: string;
  /** False: nothing is counted, and there is no `GET /metrics`. Default true. */
  readonly metrics?: boolean;
}

export interface Served<Running extends RunningAgent> {
  /** Where others reach it, e.g. `http://127.0.0.1:8101/mcp`. */
  readonly url: string;
  readonly agent: Running;
  /** Refuses new matches, and resolves when the running ones are over, or after `graceMs`. */
  drain(): Promise<void>;
  /** Stops listening and all work of the agent. Calling it twice is harmless. */
  close(): Promise<void>;
}

/**
 * Listens, and resolves when the agent is registered with its league (at once for an agent without one).
 * The agent closes itself after the league manager's shutdown command.
 * @throws StartupError PORT_IN_USE, INVALID_CONFIG; RegistrationRejected; RegistrationFailed after all retries
 */
export async function serve<Running extends RunningAgent>(
  agent: Agent<Running>,
  options: ServeOptions = {},
): Promise<Served<Running>> {
  const { port = 0, host = "127.0.0.1", league, log, metrics, origins, closeOnSignal = true } = options;
  const {
    clock = systemClock,
    random = secureRandom,
    endpoint,
    tls,
    ca,
    bearer,
    connectTimeoutMs = 0,
  } = options;
  const secret = bearer === undefined ? undefined : await withSecret(bearer);
  const transport = options.transport ?? nodeTransport({ limits: protocolLimits, connectTimeoutMs, ca });
  let handle: HttpHandler = notReady;
  const handler: HttpHandler = (request) => handle(request);
  const listening = await serveHandler(secret?.demanded(handler) ?? handler, {
    port,
    host,
    clock,
    names: endpoint !== undefined && URL.canParse(endpoint) ? [new URL(endpoint).hostname] : [],
    limits: { ...protocolLimits, ...options.limits },
    tls,
  });
  const url = endpoint ?? `${listening.origin}${protocolPaths.mcp}`;
  const connect = () =>
    agent.connect({
      endpoint: url,
      clock,
      random,
      transport: secret?.sent(transport) ?? transport,
      league,
      log,
      metrics,
      origins,
    });
  const connected = await connectOrClose(connect, listening);
  handle = connected.handle;

  let closing: Promise<void> | undefined;
  const shutDown = async () => {
    removeListeners();
    await listening.close();
    await connected.close();
    if (options.transport === undefined) await transport.close?.();
  };
  const close = () => {
    closing ??= shutDown();
    return closing;
  };
  const drain = () => drained(connected, clock, options.graceMs ?? protocolShutdownGraceMs);
  let isEnding = false;
  const end = async () => {
    if (isEnding) return close();
    isEnding = true;
    await drain();
    await close();
  };
  const removeListeners = closeOnSignal ? onSignal(end) : () => {};
  void connected.done.then(close);

  if (league !== undefined) {
    try {
      await connected.registered;
    } catch (error) {
      await close();
      throw error;
    }
  }
  return { url, agent: connected, drain, close };
}

/** The port is closed if the agent rejects its options. */
async function connectOrClose<Running>(
  connect: () => Running,
  listening: { close(): Promise<void> },
): Promise<Running> {
  try {
    return connect();
  } catch (error) {
    await listening.close();
    throw error;
  }
}

/** A request that arrives between listening and connecting. */
async function notReady(): Promise<HttpReply> {
  return internalFault();
}

/** The bearer secret around a handler and a transport. @throws StartupError INVALID_CONFIG */
async function withSecret(bearer: string) {
  const { assertBearerSecret, demandBearer, withBearer } = await import("../http/bearer.js");
  assertBearerSecret(bearer);
  return {
    demanded: (handler: HttpHandler) => demandBearer(handler, bearer),
    sent: (transport: Transport) => withBearer(transport, bearer),
  };
}

/** One pair of signal listeners for all agents of a process, removed with the last agent. */
const closers = new Set<() => Promise<void>>();
const signals = ["SIGINT", "SIGTERM"] as const;

function closeAll(): void {
  for (const close of closers) void close();
}

/** Calls `close` on every SIGINT and SIGTERM, until the returned function is called. */
function onSignal(close: () => Promise<void>): () => void {
  if (closers.size === 0) for (const signal of signals) process.on(signal, closeAll);
  closers.add(close);
  return () => {
    closers.delete(close);
    if (closers.size === 0) for (const signal of signals) process.off(signal, closeAll);
  };
}
