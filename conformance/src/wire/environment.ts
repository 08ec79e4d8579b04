/** The environment of a run: one clock, one source of random numbers, one network. The checks work with any of them. */
import { createServer } from "node:net";
import { threadId } from "node:worker_threads";
import { utf8 } from "../json.js";
import {
  type Clock,
  type HttpHandler,
  type Random,
  SimulatedClock,
  seededRandom,
  systemClock,
  type Transport,
  TransportError,
} from "../sdk.js";
import { MemoryNetwork } from "./memory-network.js";
import { listenOnSocket } from "./socket-listener.js";
import { socketWire } from "./socket-wire.js";
import {
  type Arrival,
  headerOf,
  type Listener,
  type ListenOptions,
  type Script,
  type ScriptedAnswer,
  type Wire,
} from "./types.js";

export interface Environment {
  /** Over sockets and on the machine's clock. */
  readonly real: boolean;
  readonly clock: Clock;
  readonly random: Random;
  readonly wire: Wire;
  /** The transport of an agent in this process. */
  readonly transport: Transport;
  listen(script: Script, options?: ListenOptions): Promise<Listener>;
  /** A port without a listener (until a peer is started on it). */
  freePort(): Promise<number>;
  /** Runs the work to its end; a simulated environment advances its clock meanwhile. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

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

// Ports for the peers and agents of a run that no other run on this machine uses at the same time.

/** Below the ephemeral ports, so that the system does not assign one of them to another program meanwhile. */
export const PORTS = { first: 10_000, count: 22_000 };

/** A whole run takes less than half of these. */
const RANGE = 1_000;

interface PortRange {
  readonly first: number;
  readonly count: number;
}

/**
 * Claims a range until the process ends: a port that refuses connections in one run must not be a peer of another one.
 * Without a free range, a range is shared.
 */
export async function claimRange(random: Random): Promise<PortRange> {
  const starts = Array.from({ length: PORTS.count / RANGE }, (_, index) => PORTS.first + index * RANGE);
  for (;;) {
    const [start = PORTS.first] = starts.splice(random.below(starts.length), 1);
    // The last port marks the range, because other programs often use round numbers.
    const count = RANGE - 1;
    if ((await claim(start + count)) || starts.length === 0) return { first: start, count };
  }
}

/** Marks a range as claimed by listening on its last port; false if another program listens there. */
function claim(port: number): Promise<boolean> {
  const server = createServer((socket) => socket.destroy()).unref();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => resolve(true));
  });
}

/**
 * Returns one port at a time, and none again before half of all were returned: an agent that still calls an ended peer,
 * or one that refuses connections, must not reach another peer.
 */
export function freshPorts(random: Random, { first, count }: PortRange): () => number {
  const given = new Set<number>();
  return () => {
    if (given.size >= count / 2) given.clear();
    for (;;) {
      const port = first + random.below(count);
      if (given.has(port)) continue;
      given.add(port);
      return port;
    }
  };
}

/** A clock that advances from timer to timer and a network in memory: the same seed gives the same run, within milliseconds. */
export function simulatedEnvironment(seed: number): Environment {
  const clock = new SimulatedClock();
  const network = new MemoryNetwork(clock);
  return {
    real: false,
    clock,
    random: seededRandom(`${seed}/stage`),
    wire: network,
    transport: transportOver(network),
    listen: async (script, options) => network.listen(script, options),
    freePort: async () => network.freePort(),
    run: (work) => clock.run(work()),
  };
}

// The wire as agents of the SDK see it: a transport for what they send, and a handler for what arrives.

const DECODER = new TextDecoder();

export function transportOver(wire: Wire): Transport {
  return {
    send: async ({ verb, url, body, signal, headers = {} }) => {
      const sent = { verb, url, body: utf8(body), headers: Object.entries(headers), signal };
      const outcome = await wire.exchange({ ...sent, timeoutMs: Number.POSITIVE_INFINITY });
      if (outcome.kind === "failure")
        throw new TransportError(outcome.reason === "aborted" ? "aborted" : "unreachable", outcome.detail);
      const contentType = headerOf(outcome.headers, "content-type") ?? null;
      return { status: outcome.status, contentType, body: DECODER.decode(outcome.body) };
    },
  };
}

/** The answer of a handler to what has arrived. */
export async function answerTo(arrival: Arrival, handle: HttpHandler): Promise<ScriptedAnswer> {
  const { verb, path, headers: pairs, body } = arrival;
  const contentType = headerOf(pairs, "content-type") ?? null;
  const headers = Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value]));
  const reply = await handle({ method: verb, path, contentType, body, headers });
  return { kind: "reply", status: reply.status, headers: Object.entries(reply.headers), body: reply.body };
}
