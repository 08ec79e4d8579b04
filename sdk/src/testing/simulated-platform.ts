/** A simulated platform: one clock, one network and one seed; whole leagues run on it without sockets or waiting. */
import { protocol } from "@league-v2/contract";
import type { Agent, RunningAgent } from "../agent/core/agent.js";
import { type FaultHook, MemoryNetwork } from "../memory/index.js";
import type { Log } from "../platform/log.js";
import { seededRandom } from "../platform/seeded-random.js";
import { SimulatedClock } from "../platform/simulated-clock.js";
import { loadInAdvance } from "./load-in-advance.js";

export interface SimulatedPlatformOptions {
  /** The seed of all randomness on this platform. Default 1. */
  readonly seed?: number;
  /** The faults of the network for a request; a perfect network if left out. */
  readonly fault?: FaultHook;
  readonly log?: (agent: string, ...entry: Parameters<Log>) => void;
}

export class SimulatedPlatform {
  readonly clock = new SimulatedClock();
  readonly network: MemoryNetwork;
  readonly #options: SimulatedPlatformOptions;

  constructor(options: SimulatedPlatformOptions = {}) {
    this.#options = options;
    loadInAdvance();
    const { fault } = options;
    this.network = fault ? new MemoryNetwork({ clock: this.clock, fault }) : new MemoryNetwork();
  }

  /** Connects an agent at a loopback port; its randomness depends on the seed and the port only. */
  connect<Running extends RunningAgent>(agent: Agent<Running>, port: number, league?: string): Running {
    const { seed = 1, log } = this.#options;
    const endpoint = urlOf(port);
    const running = agent.connect({
      endpoint,
      clock: this.clock,
      random: seededRandom(`${seed}/${port}`),
      transport: this.network,
      ...(league === undefined ? {} : { league }),
      ...(log === undefined ? {} : { log: (entry) => log(endpoint, entry) }),
    });
    this.network.attach(endpoint, running.handle);
    return running;
  }
}

/** The address of an agent in a simulated platform. */
export function urlOf(port: number): string {
  return `http://127.0.0.1:${port}${protocol.paths.mcp}`;
}
