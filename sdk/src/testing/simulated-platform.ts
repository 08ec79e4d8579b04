/** A simulated platform: one clock, one network and one seed; whole leagues run on it without sockets or waiting. */
import { protocol } from "@league-v2/contract";
import { metricsText } from "../agent/assembly/run-agent.js";
import type { Agent, RunningAgent } from "../agent/core/agent.js";
import { refusals, traces } from "../agent/core/on-demand-parts.js";
import * as refusal from "../agent/core/refusals.js";
import * as trace from "../agent/core/trace.js";
import { resuming } from "../agent/membership/membership.js";
import * as resume from "../agent/membership/resume-membership.js";
import { type FaultHook, MemoryNetwork } from "../memory/index.js";
import * as metrics from "../metrics/agent-metrics.js";
import type { Log } from "../platform/log.js";
import { seededRandom } from "../platform/random.js";
import { redaction } from "../platform/redacted-log.js";
import * as redactor from "../platform/redactor.js";
import { SimulatedClock } from "../platform/simulated-clock.js";

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

/** Simulated time does not wait for a module: what agents load on demand is set before. */
export function loadInAdvance(): void {
  metricsText.keep(metrics);
  resuming.keep(resume);
  redaction.keep(redactor);
  refusals.keep(refusal);
  traces.keep(trace);
}
