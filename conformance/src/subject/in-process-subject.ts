/** An SDK agent in this process, in any environment: for the self-test, for mutants, and for an author's own tests. */
import { bundledDocument, withForms } from "@league-v2/sdk/wire";
import { protocol } from "../contract.js";
import {
  type Agent,
  type AgentContext,
  type Clock,
  type HttpHandler,
  type Random,
  type RunningAgent,
  seededRandom,
  type Timer,
  type Transport,
} from "../sdk.js";
import { within } from "../time/pause.js";
import { answerTo, type Environment } from "../wire/environment.js";
import type { Arrival, Listener, ScriptedAnswer, ServerBehaviour } from "../wire/types.js";
import { StartedInstance } from "./started-instance.js";
import { type InProcessSubject, type LaunchOptions, SubjectError } from "./subject.js";

export interface FaultTools {
  clock: Clock;
  random: Random;
  launch: LaunchOptions;
  /** Writes a line to the output of the process. */
  print(line: string): void;
  /** Ends the process, as an uncaught exception does. */
  crash(error: Error): void;
}

/** The layer between the agent and its transport; a mutant puts its fault here. */
export interface FaultInjection {
  /** Incoming requests and their answers. */
  handler?(inner: HttpHandler, tools: FaultTools): HttpHandler;
  /** Outgoing requests and their answers. */
  transport?(inner: Transport, tools: FaultTools): Transport;
  clock?(inner: Clock, tools: FaultTools): Clock;
  random?(inner: Random, tools: FaultTools): Random;
  /** How its HTTP server treats connections, where that differs from the reference agent's. */
  serverBehaviour?: ServerBehaviour;
  /** Its exit code when its port is taken; or it goes on without a server. */
  onBusyPort?: number | "goes on";
  /** The last word on what goes out on the socket: for faults of HTTP itself. */
  deliver?(answer: ScriptedAnswer, arrival: Arrival, tools: FaultTools): ScriptedAnswer;
}

/** Data that outlives a killed agent, like a data directory: the next process finds it again. */
export type Memory = Map<string, unknown>;

export interface InProcessOptions {
  label: string;
  agent: (launch: LaunchOptions, memory: Memory) => Agent;
  /** A function makes a new one for each instance. */
  inject?: FaultInjection | (() => FaultInjection);
  seed?: number;
  /** A bundled form, in which it calls others first; default: it knows the contract's only. */
  wire?: string;
  /** The fault is in the agent, whose messages are canonical inside; default: it is in what the agent sends. */
  isFaultInside?: boolean;
  /** Whether the agent keeps what it must not forget in the memory that it is given. */
  lasts?: boolean;
}

const IN_FLIGHT_MS = 20;
/** A shell's exit status for SIGKILL. */
const KILLED = 137;

export function inProcessSubject(environment: Environment, options: InProcessOptions): InProcessSubject {
  const running = new Set<InProcessInstance>();
  let count = 0;
  let closed = false;
  return {
    label: options.label,
    canStart: true,
    canRestart: options.lasts === true,
    capacity: Number.POSITIVE_INFINITY,
    async launch(launch) {
      if (closed) throw new SubjectError("the run has ended");
      count += 1;
      const random = seededRandom(`${options.seed ?? 1}/${options.label}/${count}`);
      const { after } = launch;
      const memory: Memory = after instanceof InProcessInstance ? after.memory : new Map();
      const instance = new InProcessInstance(environment, launch, memory);
      running.add(instance);
      void instance.exited.then(() => running.delete(instance));
      await instance.start(options, random);
      return instance;
    },
    async close() {
      closed = true;
      await Promise.all([...running].map((instance) => instance.stop()));
    },
  };
}

class InProcessInstance extends StartedInstance {
  readonly memory: Memory;
  private cutOff: () => void = () => undefined;
  private readonly environment: Environment;
  /** Its output: text, or entries of its log, which become text when they are read. */
  private readonly lines: (string | object)[] = [];
  private listener: Listener | undefined;
  private agent: RunningAgent | undefined;

  constructor(environment: Environment, launch: LaunchOptions, memory: Memory) {
    super(environment.clock, launch);
    this.environment = environment;
    this.memory = memory;
    // A process that has ended answers nothing any more; its last messages are still on their way.
    const close = () => void this.listener?.close();
    void this.exited.then(() => environment.clock.after(IN_FLIGHT_MS, close));
  }

  async start(options: InProcessOptions, random: Random): Promise<void> {
    const { agent, wire, inject: given = {}, isFaultInside = false } = options;
    const { environment, launch } = this;
    const inject = typeof given === "function" ? given() : given;
    let handle: HttpHandler | undefined;
    const crash = (error: unknown) => {
      this.lines.push(error instanceof Error ? error.message : String(error));
      void this.agent?.close();
      this.end(1);
    };
    const tools: FaultTools = {
      clock: environment.clock,
      random,
      launch,
      crash,
      print: (line) => this.lines.push(line),
    };
    try {
      this.listener = await environment.listen(
        async (arrival) => {
          if (handle === undefined || this.ended !== undefined) return { kind: "close" };
          const answer = await answerTo(arrival, handle).catch((): ScriptedAnswer => ({ kind: "reset" }));
          // A mutant that throws resets its connection.
          if (answer.kind === "reset") return answer;
          return inject.deliver?.(answer, arrival, tools) ?? answer;
        },
        { port: launch.port, stalledBodyMs: protocol.limits.stalledBodyMs, ...inject.serverBehaviour },
      );
    } catch (error) {
      this.lines.push(`PORT_IN_USE: ${error instanceof Error ? error.message : String(error)}`);
      if (inject.onBusyPort !== "goes on") this.end(inject.onBusyPort ?? 1);
      return;
    }
    this.url = this.listener.url;
    const { context, kill } = killable({
      endpoint: this.listener.url,
      league: launch.league,
      clock: inject.clock?.(environment.clock, tools) ?? environment.clock,
      random: inject.random?.(random, tools) ?? random,
      transport: environment.transport,
      log: (entry) => {
        this.lines.push(entry);
        if (this.lines.length > 100) this.lines.shift();
      },
    });
    this.cutOff = kill;
    const own = agent(launch, this.memory);
    const all = isFaultInside
      ? inForm(faulty(own, inject, tools), wire)
      : faulty(inForm(own, wire), inject, tools);
    this.agent = all.connect(context);
    handle = this.agent.handle;
    void this.agent.done.then(() => this.end(0));
    this.agent.registered.catch(crash);
  }

  output(): string {
    return this.lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
  }

  async ready(): Promise<boolean> {
    return this.ended === undefined;
  }

  async kill(): Promise<void> {
    this.isStopped = true;
    this.cutOff();
    this.end(KILLED);
    await this.listener?.close();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    if (this.ended !== undefined) return;
    const closed = this.agent?.close() ?? Promise.resolve();
    await within(this.environment.clock, 1_000, closed, () => undefined);
    this.end(0);
    await this.listener?.close();
  }
}

/** The agent with the fault between it and its transport. */
function faulty({ role, connect }: Agent, inject: FaultInjection, tools: FaultTools): Agent {
  return {
    role,
    connect: (link) => {
      const transport = inject.transport?.(link.transport, tools) ?? link.transport;
      const running = connect({ ...link, transport });
      return { ...running, handle: inject.handler?.(running.handle, tools) ?? running.handle };
    },
  };
}

function inForm(agent: Agent, wire: string | undefined): Agent {
  const forms = wire === undefined || wire === "canonical" ? undefined : bundledDocument(wire);
  return forms === undefined ? agent : withForms(agent, { forms });
}

// How an agent in this process is killed: after that it sends nothing, and no timer runs.

/** The same context, and what cuts its clock and its transport off. */
export function killable(context: AgentContext): { context: AgentContext; kill(): void } {
  const { clock, transport } = context;
  const timers = new Set<Timer>();
  let isDead = false;
  const after = (ms: number, run: () => void): Timer => {
    if (isDead) return { cancel: () => undefined };
    const timer = clock.after(ms, () => {
      timers.delete(timer);
      run();
    });
    timers.add(timer);
    return {
      cancel: () => {
        timers.delete(timer);
        timer.cancel();
      },
    };
  };
  /** An answer to a dead agent never arrives. */
  const unlessDead = <T>(answer: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      answer.then(
        (value) => isDead || resolve(value),
        (error: unknown) => isDead || reject(error),
      );
    });
  return {
    context: {
      ...context,
      clock: { now: () => clock.now(), after },
      transport: {
        send: (request) => (isDead ? new Promise(() => undefined) : unlessDead(transport.send(request))),
      },
    },
    kill() {
      isDead = true;
      for (const timer of timers) timer.cancel();
    },
  };
}
