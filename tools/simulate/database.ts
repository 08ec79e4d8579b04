/** The store of the simulated league. It stays when its managers are killed, can be slow, and can kill a manager at an access. */
import { type Clock, sleep } from "@league-v2/sdk";
import type { LeagueState, Member, Round, Store } from "@league-v2/sdk/store";
import type { SimulationFact } from "./events.ts";
import type { AgentFactories } from "./launch.ts";
import {
  type Plan,
  type PowerCutFault,
  type SlowDiskFault,
  type StoreCrashFault,
  seededRoll,
} from "./plan.ts";
import type { Process } from "./process.ts";

export interface DatabaseSetting {
  readonly plan: Plan;
  readonly clock: Clock;
  readonly createStore: AgentFactories["store"];
  readonly observe: (happening: SimulationFact) => void;
  /** Ends the process if the plan requires it at this access. */
  readonly kill: (process: Process, fault: StoreCrashFault) => void;
}

/** Accesses whose effect may be lost in a power failure (see `Store`). */
const volatile: ReadonlySet<string> = new Set([
  "completeRound",
  "leaseMatch",
  "giveBack",
  "acknowledge",
  "lease",
  "release",
]);

const writing: ReadonlySet<string> = new Set([
  ...volatile,
  ...["moveTo", "admit", "addToken", "begin", "record"],
]);

type StoreFault = StoreCrashFault | PowerCutFault;

type Access = (store: Store) => Promise<unknown>;

export class Database {
  readonly #setting: DatabaseSetting;
  readonly #slow: readonly SlowDiskFault[];
  readonly #faults: readonly StoreFault[];
  readonly #listeners = new Set<(match_id: string) => void>();
  readonly #start: number;
  #store: Store | undefined;
  /** All writes, so that a power failure can undo the last ones. */
  #journal: { readonly operation: string; readonly redo: Access }[] = [];
  #accesses = 0;
  /** The queue of accesses, which run one after the other, so that they are observed in order. */
  #last: Promise<unknown>;
  #underWay = 0;

  constructor(setting: DatabaseSetting) {
    const { faults } = setting.plan;
    this.#setting = setting;
    this.#start = setting.clock.now();
    this.#slow = faults.filter((fault) => fault.kind === "slow-disk");
    this.#faults = faults.filter((fault) => fault.kind === "store-crash" || fault.kind === "power-cut");
    this.#last = this.#busyWith(() => this.#open());
  }

  /** Whether an access is under way, which may take real time. */
  get busy(): boolean {
    return this.#underWay > 0;
  }

  /** The store without simulated faults. */
  get content(): Store {
    if (this.#store === undefined) throw new Error("the store is not open yet");
    return this.#store;
  }

  /** At the end of the simulation. */
  async close(): Promise<void> {
    await this.#last;
    await this.#store?.close();
  }

  /** The store as one manager's process has it. */
  openFor(process: Process): Store {
    const onRecorded = (listener: (match_id: string) => void) => {
      this.#listeners.add(listener);
      const end = () => void this.#listeners.delete(listener);
      process.onKill(end);
      return end;
    };
    const own: Record<string, unknown> = { onRecorded, close: async () => {} };
    return new Proxy({} as Store, {
      get: (_target, name) =>
        typeof name === "string" && name !== "then"
          ? (own[name] ?? ((...args: unknown[]) => process.whileAlive(this.#access(process, name, args))))
          : undefined,
    });
  }

  async #access(process: Process, name: string, args: readonly unknown[]): Promise<unknown> {
    const { clock, observe } = this.#setting;
    this.#accesses += 1;
    const access = this.#accesses;
    this.#strike("before", access, process);
    const delayMs = this.#delayMs();
    if (delayMs > 0) await sleep(clock, delayMs);
    if (!process.alive) return undefined;
    const outcome = await this.#next(name, args);
    observe({ type: "stored", by: `${process.name}/${process.incarnation}`, operation: name, args, outcome });
    this.#strike("after", access, process);
    if (delayMs > 0) await sleep(clock, delayMs);
    return outcome;
  }

  #strike(when: StoreFault["when"], access: number, process: Process): void {
    for (const fault of this.#faults) {
      if (fault.operation !== access || fault.when !== when) continue;
      if (fault.kind === "power-cut") this.#cutPower(fault);
      else this.#setting.kill(process, fault);
    }
  }

  #cutPower({ lost }: PowerCutFault): void {
    const { plan, observe } = this.#setting;
    const all =
      this.#journal.length - 1 - this.#journal.findLastIndex(({ operation }) => !volatile.has(operation));
    const drawn = all - seededRoll(plan.seed, `power/${this.#accesses}`, all + 1);
    const losing = Math.min(lost ?? drawn, all);
    this.#journal.splice(this.#journal.length - losing);
    observe({ type: "power-cut", lost: losing });
    const [journal, before] = [this.#journal, this.#last];
    this.#last = this.#busyWith(async () => {
      await before;
      await this.#store?.close();
      await this.#open();
      for (const { redo } of journal) await redo(this.content);
    });
  }

  #next(name: string, args: readonly unknown[]): Promise<unknown> {
    const before = this.#last;
    const done = this.#busyWith(async () => {
      await before;
      const { given, redo } = replayable(name, args);
      const outcome = await called(this.content, name, given);
      if (writing.has(name)) this.#journal.push({ operation: name, redo });
      return outcome;
    });
    this.#last = done.catch(() => {});
    return done;
  }

  async #open(): Promise<void> {
    const store = await this.#setting.createStore();
    store.onRecorded((match_id) => {
      for (const listener of [...this.#listeners]) listener(match_id);
    });
    this.#store = store;
  }

  async #busyWith<T>(work: () => Promise<T>): Promise<T> {
    this.#underWay += 1;
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
    }
  }

  /** Half of the time before it is done, half of it after. */
  #delayMs(): number {
    const now = this.#setting.clock.now() - this.#start;
    const delays = this.#slow.filter(({ atMs, forMs }) => now >= atMs && now < atMs + forMs);
    return Math.max(0, ...delays.map(({ ms }) => ms)) / 2;
  }
}

function called(store: Store, name: string, args: readonly unknown[]): Promise<unknown> {
  const access = store[name as keyof Store] as (...args: readonly unknown[]) => Promise<unknown>;
  return access.apply(store, [...args]);
}

/** A redo of the journal does not repeat a decision: its result is stored. */
function replayable(name: string, args: readonly unknown[]): { given: readonly unknown[]; redo: Access } {
  if (name !== "admit" && name !== "begin")
    return { given: args, redo: (store) => called(store, name, args) };
  const [decide] = args as [
    (members: readonly Member[], state: LeagueState) => { rounds?: readonly Round[] },
  ];
  let verdict: unknown;
  const noted = (members: readonly Member[], state: LeagueState) => {
    verdict = decide(members, state);
    return verdict;
  };
  return {
    given: [noted],
    redo: (store) => (verdict === undefined ? Promise.resolve() : called(store, name, [() => verdict])),
  };
}
