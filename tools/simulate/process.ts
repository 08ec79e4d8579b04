/** One incarnation of an agent. After it is killed, its remaining work has no effect. */
import type { Clock, PlayedMatch, Timer } from "@league-v2/sdk";
import type {
  FinishedMatch,
  MatchJournal,
  RegistrationStore,
  StoredRegistration,
  TakenMatch,
} from "@league-v2/sdk/store";
import type { AgentName } from "./plan.ts";

/** How an agent's clock differs from the simulation's. */
export interface Skew {
  readonly offsetMs: number;
  readonly rate: number;
}

export class Process {
  readonly name: AgentName;
  /** Which incarnation of the agent, from 1. */
  readonly incarnation: number;
  /** The agent's own clock; its timers are cancelled when the process is killed. */
  readonly clock: Clock;
  readonly #timers = new Set<Timer>();
  readonly #onKill = new Set<() => void>();
  #alive = true;

  constructor(name: AgentName, incarnation: number, base: Clock, skew?: Skew) {
    this.name = name;
    this.incarnation = incarnation;
    const own = skew === undefined ? base : skewed(base, skew);
    this.clock = { now: () => own.now(), after: (ms, run) => this.#after(own, ms, run) };
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** The same as `kill -9`: no shutdown message, no clean-up. */
  kill(): void {
    if (!this.#alive) return;
    this.#alive = false;
    for (const timer of this.#timers) timer.cancel();
    this.#timers.clear();
    for (const notify of [...this.#onKill]) notify();
    this.#onKill.clear();
  }

  /** @returns a function that removes the listener */
  onKill(notify: () => void): () => void {
    this.#onKill.add(notify);
    return () => void this.#onKill.delete(notify);
  }

  /** The outcome of work outside of the process; it never settles for a killed process. */
  whileAlive<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      work.then(
        (value) => {
          if (this.#alive) resolve(value);
        },
        (error: unknown) => {
          if (this.#alive) reject(error);
        },
      );
    });
  }

  #after(clock: Clock, ms: number, run: () => void): Timer {
    if (!this.#alive) return { cancel: () => {} };
    const timer = clock.after(ms, () => {
      this.#timers.delete(timer);
      run();
    });
    this.#timers.add(timer);
    return {
      cancel: () => {
        this.#timers.delete(timer);
        timer.cancel();
      },
    };
  }
}

/** A clock at another rate. Its timers never fire early by its own time. */
function skewed(base: Clock, { offsetMs, rate }: Skew): Clock {
  const start = base.now();
  return {
    now: () => Math.floor(start + offsetMs + (base.now() - start) * rate),
    after: (ms, run) => base.after(Math.ceil(Math.max(0, ms) / rate) + 1, run),
  };
}

export class AgentDisk {
  history: readonly PlayedMatch[] = [];
  #registration: StoredRegistration | null = null;
  readonly #journal = new Map<string, TakenMatch | FinishedMatch>();

  /** The registration store of one incarnation of the agent. Writes of a killed process are dropped. */
  keeperFor(process: Process): RegistrationStore {
    return {
      load: async () => this.#registration,
      save: async (kept) => {
        if (process.alive) this.#registration = kept;
      },
    };
  }

  /** The journal of one incarnation of a referee. */
  journalFor(process: Process): MatchJournal {
    return {
      load: async () => [...this.#journal.values()],
      keep: async (match) => {
        if (process.alive) this.#journal.set(match.match_id, match);
      },
      remove: async ({ match_id }) => {
        if (process.alive) this.#journal.delete(match_id);
      },
      clear: async () => {
        if (process.alive) this.#journal.clear();
      },
    };
  }
}
