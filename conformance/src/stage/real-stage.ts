import { createServer } from "node:net";
import { type Random, seededRandom, systemClock, type Transport } from "../doors.js";
import { utf8 } from "../json/text.js";
import { onFreshPorts } from "../wire/fresh-ports.js";
import { toIncomingReply } from "../wire/memory-network.js";
import { listenOnSocket } from "../wire/socket-listener.js";
import { socketWire } from "../wire/socket-wire.js";
import type { Wire } from "../wire/types.js";
import type { Stage } from "./stage.js";

/** The machine's clock and loopback sockets. */
export function realStage(seed: number): Stage {
  const wire = socketWire(systemClock);
  // Two suites on one machine must not look for the same ports, even if they have the same seed.
  const ports = seededRandom(`${process.pid}/${seed}/ports`);
  return {
    real: true,
    clock: systemClock,
    random: seededRandom(`${seed}/stage`),
    wire,
    transport: transportOver(wire),
    listen: onFreshPorts((script, options) => listenOnSocket(systemClock, script, options)),
    freePort: () => freePort(ports),
    run: (work) => work(),
  };
}

function transportOver(wire: Wire): Transport {
  return {
    send: async ({ url, body, signal, headers = {} }) =>
      toIncomingReply(
        await wire.exchange({
          url,
          body: utf8(body),
          headers: Object.entries(headers),
          timeoutMs: Number.POSITIVE_INFINITY,
          signal,
        }),
      ),
  };
}

/** Below the ports that systems hand out of their own accord, so that nobody gets one of them by chance meanwhile. */
const PORTS = { first: 10_000, count: 22_000 };

/**
 * A free port of this machine. It is given back before the agent can take it, so another program may win the race;
 * that is rare, and the subject starts again when it happens.
 */
async function freePort(random: Random): Promise<number> {
  for (;;) {
    const port = PORTS.first + random.below(PORTS.count);
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
