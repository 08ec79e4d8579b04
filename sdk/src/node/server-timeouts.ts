/** The timeouts of a server for its connections. None of these is a deadline of the protocol. */
export interface ServerTimeouts {
  /** For the next request on a connection. Longer than a league's pauses, so that connections live through them. */
  idleMs: number;
  /** For running exchanges to end when the server is closed. */
  graceMs: number;
  /** For a client to read why its body was refused. */
  lingerMs: number;
}

export const serverTimeouts: ServerTimeouts = {
  idleMs: 65_000,
  graceMs: 2_000,
  lingerMs: 1_000,
};

/** How often Node checks for stalled requests: often enough to be late by a quarter of the timeout at most. */
const CHECKS_PER_TIMEOUT = 4;
const SLOWEST_CHECK_MS = 1_000;

/**
 * The same in Node's words; a request that is not whole after `stalledMs` gets 408.
 * Its type is not named: a declaration that needs Node's types would not compile for a user who has none.
 */
export function nodeServerOptions(
  { stalledBodyMs: stalledMs, headerBytes }: { stalledBodyMs: number; headerBytes?: number },
  { idleMs }: ServerTimeouts,
) {
  return {
    ...(headerBytes === undefined ? {} : { maxHeaderSize: headerBytes }),
    headersTimeout: stalledMs,
    requestTimeout: stalledMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: Math.min(SLOWEST_CHECK_MS, Math.ceil(stalledMs / CHECKS_PER_TIMEOUT)),
  };
}
