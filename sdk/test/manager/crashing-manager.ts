/** League managers that share a store and crash at a given operation on it, without any clean-up. */
import type { AgentContext } from "../../src/agent/core/agent.js";
import type { HttpReply, HttpRequest } from "../../src/http/types.js";
import { createLeagueManager } from "../../src/league/create-league-manager.js";
import type { LeagueManagerOptions, RunningLeagueManager } from "../../src/manager/league-manager.js";
import type { Store } from "../../src/manager/store.js";
import type { OutgoingRequest, Transport } from "../../src/platform/transport.js";

/** Whether the last operation before the crash reaches the store; its answer is lost in either case. */
export type LastOperation = "lost" | "done";

export interface CrashPoint {
  /** The number of the store operation at which it crashes, from 1; `Infinity` for none. */
  readonly at: number;
  readonly last: LastOperation;
}

export class CrashingManager {
  readonly running: RunningLeagueManager;
  /** Operations on the store so far. */
  operations = 0;
  hasCrashed = false;
  readonly #crash: CrashPoint;
  readonly #onCrash: () => void;

  constructor(
    store: Store,
    options: LeagueManagerOptions,
    agentContext: AgentContext,
    crash: CrashPoint,
    onCrash: () => void,
  ) {
    this.#crash = crash;
    this.#onCrash = onCrash;
    const transport: Transport = {
      send: (request: OutgoingRequest) => (this.hasCrashed ? never() : agentContext.transport.send(request)),
    };
    const agent = createLeagueManager({ ...options, store: this.#crashing(store) });
    this.running = agent.connect({ ...agentContext, transport });
  }

  /** No exchange ends after the crash. */
  async handle(request: HttpRequest): Promise<HttpReply> {
    if (this.hasCrashed) return never();
    const reply = await this.running.handle(request);
    return this.hasCrashed ? never() : reply;
  }

  crash(): void {
    if (this.hasCrashed) return;
    this.hasCrashed = true;
    this.#onCrash();
  }

  #crashing(store: Store): Store {
    return new Proxy(store, {
      get: (target, name: keyof Store) => {
        if (name === "onRecorded") {
          return (listener: (match_id: string) => void) =>
            target.onRecorded((match_id) => {
              if (!this.hasCrashed) listener(match_id);
            });
        }
        // The store stays open after its managers.
        if (name === "close") return async () => {};
        const method = target[name] as (...args: unknown[]) => Promise<unknown>;
        return (...args: unknown[]) => this.#operate(() => method.apply(target, args));
      },
    });
  }

  async #operate(operation: () => Promise<unknown>): Promise<unknown> {
    if (this.hasCrashed) return never();
    this.operations += 1;
    if (this.operations !== this.#crash.at) {
      const outcome = await operation();
      return this.hasCrashed ? never() : outcome;
    }
    this.crash();
    if (this.#crash.last === "done") await operation();
    return never();
  }
}

function never(): Promise<never> {
  return new Promise(() => {});
}
