/** Plays one whole league by its plan, on simulated time, and checks the invariants at every step. */
import type { RunningAgent } from "@league-v2/sdk";
import { SIMULATION_START, SimulatedClock } from "@league-v2/sdk/testing";
import { Database } from "./database.ts";
import type { SimulationEvent, SimulationFact } from "./events.ts";
import {
  historyIsKept,
  noChoiceTooEarly,
  noProtocolViolations,
  oneOutcomeEach,
  withinCapacity,
} from "./invariants/agents.ts";
import type { Invariant, LeagueOutcome, Watcher } from "./invariants/invariant.ts";
import { noDuplicateNotifications } from "./invariants/notifications.ts";
import {
  everyPairMeetsOnce,
  nothingAcknowledgedIsLost,
  oneResultEach,
  standingsMatchResults,
} from "./invariants/results.ts";
import { type AgentFactories, launchManager, launchMember, sdkFactories } from "./launch.ts";
import { SimulatedNetwork } from "./network.ts";
import {
  type AgentName,
  agentsOf,
  isManager,
  longestLeagueMs,
  managerName,
  type Plan,
  type StoreCrashFault,
  seededRoll,
  type TrafficCrashFault,
} from "./plan.ts";
import { AgentDisk, Process, type Skew } from "./process.ts";

const everyLeagueEnds = "every-league-ends";

/** A broken invariant. */
export interface Finding {
  readonly invariant: string;
  readonly why: string;
}

export interface SimulationRun {
  readonly plan: Plan;
  readonly events: readonly SimulationEvent[];
  /** Null for a league in which every invariant held. */
  readonly finding: Finding | null;
  /** How long the league lasted. */
  readonly simulatedMs: number;
}

/** In addition, the simulation itself checks `every-league-ends` against the time. */
const invariants: Readonly<Record<string, Invariant>> = {
  "every-pair-meets-once": everyPairMeetsOnce,
  "one-result-each": oneResultEach,
  "one-outcome-each": oneOutcomeEach,
  "standings-match-results": standingsMatchResults,
  "no-choice-too-early": noChoiceTooEarly,
  "nothing-acknowledged-is-lost": nothingAcknowledgedIsLost,
  "no-duplicate-notifications": noDuplicateNotifications,
  "within-capacity": withinCapacity,
  "history-is-kept": historyIsKept,
  "no-protocol-violations": noProtocolViolations,
};

/** Never rejects because of a fault of the league. */
export async function simulate(plan: Plan, factories: AgentFactories = sdkFactories): Promise<SimulationRun> {
  return new Simulation(plan, factories).run();
}

/** All agents are started within this time. */
const startingMs = 300;
/** An agent that could not register is started again after this time, as by a supervisor. */
const restartMs = 3000;
/** The time after the end of the league in which late messages must not change it. */
const afterwardsMs = 30_000;

class Simulation {
  readonly #plan: Plan;
  readonly #factories: AgentFactories;
  readonly #clock = new SimulatedClock(SIMULATION_START, () => this.#database.busy);
  readonly #events: SimulationEvent[] = [];
  readonly #watchers: ReadonlyMap<string, Watcher>;
  readonly #network: SimulatedNetwork;
  readonly #database: Database;
  readonly #processes = new Map<AgentName, Process>();
  readonly #incarnations = new Map<AgentName, number>();
  readonly #kept = new Map<AgentName, AgentDisk>();
  readonly #trafficCrashes: readonly TrafficCrashFault[];
  /** How many messages each agent has sent, received and so on, in all its incarnations. */
  readonly #traffic = new Map<string, number>();
  readonly #over: Promise<void>;
  #finding: Finding | null = null;
  #finish: () => void = () => {};

  constructor(plan: Plan, factories: AgentFactories) {
    this.#plan = plan;
    this.#factories = factories;
    this.#trafficCrashes = plan.faults.filter((fault) => fault.kind === "traffic-crash");
    this.#watchers = new Map(Object.entries(invariants).map(([name, watch]) => [name, watch(plan)]));
    const common = {
      plan,
      clock: this.#clock,
      observe: (happening: SimulationFact) => this.#observe(happening),
    };
    this.#network = new SimulatedNetwork(common);
    const kill = ({ name }: Process, { when, operation, downMs }: StoreCrashFault) =>
      this.#crash(name, `it crashes ${when} access ${operation} to the store`, downMs);
    this.#database = new Database({ ...common, createStore: factories.store, kill });
    this.#over = new Promise((resolve) => {
      this.#finish = resolve;
    });
  }

  async run(): Promise<SimulationRun> {
    this.#schedule();
    await this.#played();
    const simulatedMs = this.#now();
    if (this.#finding === null) {
      await this.#clock.advance(afterwardsMs);
      await this.#checkEnd();
    }
    for (const process of this.#processes.values()) process.kill();
    await this.#database.close();
    return { plan: this.#plan, events: this.#events, finding: this.#finding, simulatedMs };
  }

  #schedule(): void {
    const { faults, seed } = this.#plan;
    for (const name of agentsOf(this.#plan)) {
      const delayMs = name === managerName ? 0 : seededRoll(seed, `start/${name}`, startingMs);
      this.#clock.after(delayMs, () => this.#start(name));
    }
    for (const fault of faults) {
      if (fault.kind !== "crash") continue;
      const { agent, atMs, downMs } = fault;
      this.#clock.after(atMs, () => this.#crash(agent, "it crashes", downMs));
    }
  }

  async #played(): Promise<void> {
    const limitMs = longestLeagueMs(this.#plan);
    try {
      await this.#clock.run(this.#over, { limitMs });
    } catch (error) {
      this.#find(everyLeagueEnds, error instanceof Error ? error.message : String(error));
    }
  }

  #start(name: AgentName): void {
    const incarnation = (this.#incarnations.get(name) ?? 0) + 1;
    this.#incarnations.set(name, incarnation);
    const process = new Process(name, incarnation, this.#clock, this.#skewOf(name));
    this.#processes.set(name, process);
    this.#observe({ type: "started", agent: name, incarnation });
    const observe = (happening: SimulationFact) => this.#observe(happening);
    const launch = { plan: this.#plan, factories: this.#factories, network: this.#network, process, observe };
    if (!isManager(name)) {
      const kept = this.#kept.get(name) ?? new AgentDisk();
      this.#kept.set(name, kept);
      this.#follow(process, launchMember(launch, kept));
      return;
    }
    const { ended } = launchManager(launch, this.#database.openFor(process));
    ended.then(
      () => process.alive && this.#finish(),
      (error: unknown) => process.alive && this.#observe({ type: "failed", agent: name, why: String(error) }),
    );
  }

  /** A member ends on shutdown; without a registration it is started again. */
  #follow(process: Process, running: RunningAgent): void {
    running.done.then(() => this.#end(process, "a shutdown command"));
    running.registered.catch((error: unknown) => {
      const isRejected = error instanceof Error && error.name === "REGISTRATION_REJECTED";
      if (!process.alive) return;
      if (isRejected) this.#end(process, String(error));
      else this.#crash(process.name, String(error), restartMs);
    });
  }

  #crash(name: AgentName, how: string, downMs: number): void {
    const process = this.#processes.get(name);
    if (!process?.alive) return;
    this.#end(process, how);
    this.#clock.after(downMs, () => this.#start(name));
  }

  #crashInTraffic(event: SimulationEvent): void {
    if (this.#trafficCrashes.length === 0 || !("exchange" in event)) return;
    const { from, to } = event.exchange;
    const agent = event.type === "sent" || event.type === "received" ? from : to;
    if (agent === null) return;
    const key = `${agent}/${event.type}`;
    const nth = (this.#traffic.get(key) ?? 0) + 1;
    this.#traffic.set(key, nth);
    for (const fault of this.#trafficCrashes) {
      if (fault.agent !== agent || fault.on !== event.type || fault.nth !== nth) continue;
      this.#crash(agent, `it crashes at message ${nth} ${event.type}`, fault.downMs);
    }
  }

  #end(process: Process, how: string): void {
    if (!process.alive) return;
    process.kill();
    this.#observe({ type: "ended", agent: process.name, how });
  }

  #observe(happening: SimulationFact): void {
    const event: SimulationEvent = { at: this.#now(), ...happening };
    this.#events.push(event);
    for (const [name, watcher] of this.#watchers) {
      const why = watcher.on(event);
      if (why !== undefined) this.#find(name, why);
    }
    this.#crashInTraffic(event);
  }

  async #checkEnd(): Promise<void> {
    const store = this.#database.content;
    const rounds = await store.schedule();
    const results: [string, NonNullable<Awaited<ReturnType<typeof store.result>>>][] = [];
    for (const { match_id } of rounds.flatMap(({ matches }) => matches)) {
      const result = await store.result(match_id);
      if (result !== null) results.push([match_id, result]);
    }
    const [state, tallies] = [await store.state(), await store.tallies()];
    const end: LeagueOutcome = { state, rounds, results: new Map(results), tallies };
    for (const [name, watcher] of this.#watchers) {
      const why = watcher.atEnd?.(end);
      if (why !== undefined) this.#find(name, why);
    }
  }

  /** Only the first finding counts, because later ones may be its consequences. */
  #find(invariant: string, why: string): void {
    this.#finding ??= { invariant, why };
    this.#finish();
  }

  #skewOf(name: AgentName): Skew | undefined {
    const fault = this.#plan.faults.find((one) => one.kind === "skew" && one.agent === name);
    return fault?.kind === "skew" ? fault : undefined;
  }

  #now(): number {
    return this.#clock.now() - SIMULATION_START;
  }
}
