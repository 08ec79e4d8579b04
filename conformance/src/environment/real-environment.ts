import { createServer } from "node:net";
import { threadId } from "node:worker_threads";
import { utf8 } from "../json/text.js";
import { seededRandom, systemClock, type Transport } from "../sdk.js";
import { toIncomingReply } from "../wire/memory-network.js";
import { listenOnSocket } from "../wire/socket-listener.js";
import { socketWire } from "../wire/socket-wire.js";
import type { Listener, ListenOptions, Script, Wire } from "../wire/types.js";
import type { Environment } from "./environment.js";
import { claimRange, freshPorts } from "./fresh-ports.js";

/** The machine's clock and loopback sockets. */
export function realEnvironment(seed: number): Environment {
  const wire = socketWire(systemClock);
  // Two suites on one machine, or two threads of one, must not look for the same ports, even if they have the same seed.
  const random = seededRandom(`${process.pid}/${threadId}/${seed}/ports`);
  let ports: Promise<() => number> | undefined;
  const next = async () => {
    ports ??= claimRange(random).then((range) => freshPorts(random, range));
    return (await ports)();
  };
  return {
    real: true,
    clock: systemClock,
    random: seededRandom(`${seed}/stage`),
    wire,
    transport: transportOver(wire),
    listen: (script, options) => listenOnFreshPort(next, script, options),
    freePort: () => freePort(next),
    run: (work) => work(),
  };
}

function transportOver(wire: Wire): Transport {
  return {
    send: async ({ verb = "POST", url, body, signal, headers = {} }) =>
      toIncomingReply(
        await wire.exchange({
          verb,
          url,
          body: utf8(body),
          headers: Object.entries(headers),
          timeoutMs: Number.POSITIVE_INFINITY,
          signal,
        }),
      ),
  };
}

/** A port without a listener, unless a port is asked for. */
async function listenOnFreshPort(
  next: () => Promise<number>,
  script: Script,
  options: ListenOptions = {},
): Promise<Listener> {
  if (options.port !== undefined) return listenOnSocket(systemClock, script, options);
  for (;;) {
    try {
      return await listenOnSocket(systemClock, script, { ...options, port: await next() });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    }
  }
}

/**
 * A free port of this machine. It is given back before the agent can take it, so another program may win the race;
 * that is rare, and the subject starts again when it happens.
 */
async function freePort(next: () => Promise<number>): Promise<number> {
  for (;;) {
    const port = await next();
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
