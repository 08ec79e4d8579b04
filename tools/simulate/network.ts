/** The network between the simulated agents, with the faults of the plan for single messages. */
import {
  type Clock,
  type HttpHandler,
  type OutgoingRequest,
  sleep,
  type Transport,
  TransportError,
} from "@league-v2/sdk";
import { MemoryNetwork } from "@league-v2/sdk/memory";
import { type Exchange, type Reply, readCall, readReply, type SimulationFact } from "./events.ts";
import { type AgentName, type MessageFault, type PartitionFault, type Plan, seededRoll } from "./plan.ts";
import type { Process } from "./process.ts";

export interface NetworkSetting {
  readonly plan: Plan;
  readonly clock: Clock;
  readonly observe: (happening: SimulationFact) => void;
}

interface Listener {
  readonly process: Process;
  /** The address of this process, which may differ from the shared one. */
  readonly url: string;
}

type Incoming = Awaited<ReturnType<Transport["send"]>>;

export class SimulatedNetwork {
  readonly #setting: NetworkSetting;
  readonly #memory = new MemoryNetwork();
  readonly #names = new Map<string, AgentName>();
  /** Several behind one address. */
  readonly #listening = new Map<string, Listener[]>();
  readonly #sent = new Map<string, number>();
  readonly #effects: ReadonlyMap<string, MessageFault>;
  readonly #partitions: readonly PartitionFault[];
  readonly #start: number;
  #count = 0;

  constructor(setting: NetworkSetting) {
    const { faults } = setting.plan;
    this.#setting = setting;
    this.#start = setting.clock.now();
    this.#partitions = faults.filter((fault) => fault.kind === "partition");
    this.#effects = new Map(
      faults.flatMap((fault) =>
        fault.kind === "message" ? [[routeOf(fault.from, fault.to, fault.nth), fault] as const] : [],
      ),
    );
  }

  /**
   * From now on the agent answers at its address, until its process is killed.
   * @param shared an address of several processes: each request there is delivered to one that is running
   */
  attach(process: Process, url: string, handler: HttpHandler, shared: string = url): void {
    if (url === shared) this.#names.set(url, process.name);
    // The process may have been killed at its first access to the store.
    if (!process.alive) return;
    const listener = { process, url };
    this.#listening.set(shared, [...(this.#listening.get(shared) ?? []), listener]);
    this.#memory.attach(url, handler);
    process.onKill(() => {
      const others = this.#listening.get(shared)?.filter((one) => one !== listener) ?? [];
      this.#listening.set(shared, others);
      this.#memory.detach(url);
    });
  }

  /** The network as this process sees it. */
  transportOf(process: Process): Transport {
    return {
      send: (request) => {
        if (!process.alive) return never();
        const exchange = this.#exchange(process, request);
        this.#setting.observe({ type: "sent", exchange });
        return this.#answerTo(exchange, request, process);
      },
    };
  }

  #exchange({ name: from, incarnation }: Process, { url, body }: OutgoingRequest): Exchange {
    const to = this.#names.get(url) ?? null;
    this.#count += 1;
    return { number: this.#count, from, incarnation, to, body, call: readCall(body) };
  }

  /** The answer or the error that the sender gets; never settles if the sender is killed before, or aborts the request. */
  #answerTo(exchange: Exchange, request: OutgoingRequest, process: Process): Promise<Incoming> {
    const { signal } = request;
    return new Promise((resolve, reject) => {
      const onAbort = () => reject(new TransportError("aborted", "the request was given up", signal.reason));
      if (signal.aborted) return onAbort();
      signal.addEventListener("abort", onAbort, { once: true });
      this.#carry(exchange, request).then(
        ({ incoming, reply }) => {
          signal.removeEventListener("abort", onAbort);
          if (!process.alive || signal.aborted) return;
          this.#setting.observe({ type: "received", exchange, reply });
          resolve(incoming);
        },
        (error: unknown) => {
          signal.removeEventListener("abort", onAbort);
          if (!process.alive || signal.aborted) return;
          this.#setting.observe({ type: "refused", exchange });
          reject(error);
        },
      );
    });
  }

  async #carry(exchange: Exchange, request: OutgoingRequest): Promise<{ incoming: Incoming; reply: Reply }> {
    const { observe } = this.#setting;
    const { from, to, number } = exchange;
    const { effect, ms = 0 } = this.#effectOn(from, to) ?? {};
    const lose = (reply: boolean) => {
      observe({ type: "lost", exchange, reply });
      return never();
    };
    await this.#pass(`${number}/request`, effect === "slow" ? ms : 0);
    if (effect === "refused") throw new TransportError("unreachable", "the connection was refused");
    if (effect === "lost" || this.#areApart(from, to)) return lose(false);
    if (effect === "twice") this.#again(exchange, request, ms);
    const answer = await this.#deliver(exchange, request);
    observe({ type: "answered", exchange, reply: answer.reply });
    await this.#pass(`${number}/reply`, effect === "slow-reply" ? ms : 0);
    if (effect === "reply-lost" || this.#areApart(from, to)) return lose(true);
    return answer;
  }

  #pass(name: string, extraMs: number): Promise<void> {
    const { plan, clock } = this.#setting;
    return sleep(clock, seededRoll(plan.seed, `delay/${name}`, plan.latencyMs + 1) + extraMs);
  }

  #again(exchange: Exchange, request: OutgoingRequest, ms: number): void {
    const late = this.#pass(`${exchange.number}/again`, ms);
    late.then(() => this.#deliver(exchange, request)).catch(() => {});
  }

  /** @throws TransportError if no process listens, or if it is killed before it has answered */
  #deliver(
    exchange: Exchange,
    { url, body, headers }: OutgoingRequest,
  ): Promise<{ incoming: Incoming; reply: Reply }> {
    const listening = this.#listening.get(url) ?? [];
    const turn = seededRoll(this.#setting.plan.seed, `balance/${exchange.number}`, listening.length);
    const { process, url: own } = listening[turn] ?? {};
    if (process === undefined || own === undefined)
      return Promise.reject(new TransportError("unreachable", "no process listens there"));
    this.#setting.observe({ type: "delivered", exchange });
    const request = { method: "POST", contentType: "application/json", body, ...(headers && { headers }) };
    return new Promise((resolve, reject) => {
      const removeListener = process.onKill(() =>
        reject(new TransportError("unreachable", "the connection was reset")),
      );
      this.#memory.exchange(own, request).then((answer) => {
        if (!process.alive) return;
        removeListener();
        const contentType = answer.headers["content-type"] ?? null;
        const incoming = { status: answer.status, contentType, body: answer.body };
        resolve({ incoming, reply: readReply(answer.status, answer.body) });
      }, reject);
    });
  }

  #effectOn(from: AgentName, to: AgentName | null): MessageFault | undefined {
    const route = `${from}>${to}`;
    const nth = (this.#sent.get(route) ?? 0) + 1;
    this.#sent.set(route, nth);
    return to === null ? undefined : this.#effects.get(routeOf(from, to, nth));
  }

  #areApart(from: AgentName, to: AgentName | null): boolean {
    const now = this.#setting.clock.now() - this.#start;
    return this.#partitions.some(
      ({ agents, atMs, forMs }) =>
        now >= atMs && now < atMs + forMs && agents.includes(from) !== (to !== null && agents.includes(to)),
    );
  }
}

function routeOf(from: AgentName, to: AgentName, nth: number): string {
  return `${from}>${to}#${nth}`;
}

function never(): Promise<never> {
  return new Promise(() => {});
}
