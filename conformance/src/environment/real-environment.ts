import { createServer } from "node:net";
import { threadId } from "node:worker_threads";
import { utf8 } from "../json/text.js";
import { type Random, seededRandom, systemClock, type Transport } from "../sdk.js";
import { toIncomingReply } from "../wire/memory-network.js";
import { listenOnSocket } from "../wire/socket-listener.js";
import { socketWire } from "../wire/socket-wire.js";
import type { Listener, ListenOptions, Script, Wire } from "../wire/types.js";
import type { Environment } from "./environment.js";
import { claimRange, freshPorts } from "./fresh-ports.js";

/** The machine's clock and loopback sockets. */
export function realEnvironment(seed: number): Environment {
  const wire = socketWire(systemClock);
  return {
    real: true,
    clock: systemClock,
    random: seededRandom(`${seed}/stage`),
    wire,
    transport: transportOver(wire),
    listen: listenOnFreshPort,
    freePort,
    run: (work) => work(),
  };
}

/** The ports of the range that this thread has claimed, shared by its environments. */
let ports: Promise<() => number> | undefined;

async function nextPort(): Promise<number> {
  ports ??= claimPorts(seededRandom(`${process.pid}/${threadId}/ports`));
  return (await ports)();
}

async function claimPorts(random: Random): Promise<() => number> {
  return freshPorts(random, await claimRange(random));
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
async function listenOnFreshPort(script: Script, options: ListenOptions = {}): Promise<Listener> {
  if (options.port !== undefined) return listenOnSocket(systemClock, script, options);
  for (;;) {
    try {
      return await listenOnSocket(systemClock, script, { ...options, port: await nextPort() });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    }
  }
}

/**
 * A free port of this machine. It is released before the agent can open it, so another program may take it; that is
 * rare, and the subject is then started again.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = await nextPort();
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
