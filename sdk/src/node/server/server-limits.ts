/** The limits and timeouts of a server, without the types of Node: a program that does not have them can read it. */

/** The limits of a server for one address, and for all of them. A missing limit means no limit. */
export interface ConnectionLimits {
  /** The maximum number of open connections. A further one is closed without an answer. */
  connections?: number;
  /** The same for one address. */
  connectionsPerAddress?: number;
  /** The long-term rate of requests a second from one address; more are answered with 429. */
  requestsPerSecond?: number;
  /** The maximum burst of requests from one address. Default: the requests of one second. */
  requestBurst?: number;
  /** Whether this machine is limited, too. Default false: all agents of a machine would share one limit. */
  limitLoopback?: boolean;
}

/** The timeouts of a server for its connections. None of these is a deadline of the protocol. */
export interface ServerTimeouts {
  /** For the next request on a connection. Longer than a league's pauses, so that connections stay open in them. */
  idleMs: number;
  /** For running exchanges to end when the server is closed. */
  graceMs: number;
  /** For a client to read the refusal of its body. */
  lingerMs: number;
}

export const serverTimeouts: ServerTimeouts = {
  idleMs: 65_000,
  graceMs: 2_000,
  lingerMs: 1_000,
};

/** The interval in which Node checks for stalled requests: at most a quarter of the timeout late. */
const CHECKS_PER_TIMEOUT = 4;
const SLOWEST_CHECK_MS = 1_000;

/**
 * The same as Node's options; an incomplete request gets 408 after `stalledMs`.
 * The type is inferred: a declaration with Node's types would not compile for users without them.
 */
export function nodeServerOptions(
  { stalledBodyMs: stalledMs, headerBytes }: { stalledBodyMs: number; headerBytes?: number },
  { idleMs }: ServerTimeouts,
) {
  return {
    maxHeaderSize: headerBytes,
    headersTimeout: stalledMs,
    requestTimeout: stalledMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: Math.min(SLOWEST_CHECK_MS, Math.ceil(stalledMs / CHECKS_PER_TIMEOUT)),
  };
}
