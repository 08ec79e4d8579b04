/** League managers that share a store and die when they have used it this many times: their process just stops. */
import type { AgentContext } from "../../src/agent/core/agent.js";
import type { HttpReply, HttpRequest } from "../../src/http/types.js";
import { createLeagueManager } from "../../src/league/create-league-manager.js";
import type { LeagueManagerOptions, RunningLeagueManager } from "../../src/manager/league-manager.js";
import type { Store } from "../../src/manager/store.js";
import type { OutgoingRequest, Transport } from "../../src/platform/transport.js";

/** Whether the last operation of a dying manager still reaches the store, whose answer it does not live to see. */
export type LastOperation = "lost" | "done";

export interface CrashPoint {
  /** The operation on the store at which it dies, from 1 on; `Infinity` if it does not die. */
  readonly at: number;
  readonly last: LastOperation;
}

export class CrashingManager {
  readonly running: RunningLeagueManager;
  /** Operations on the store so far. */
  operations = 0;
  dead = false;
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
      send: (request: OutgoingRequest) => (this.dead ? never() : agentContext.transport.send(request)),
    };
    const agent = createLeagueManager({ ...options, store: this.#crashing(store) });
    this.running = agent.connect({ ...agentContext, transport });
  }

  /** No exchange ends after the crash. */
  async handle(request: HttpRequest): Promise<HttpReply> {
    if (this.dead) return never();
    const reply = await this.running.handle(request);
    return this.dead ? never() : reply;
  }

  die(): void {
    if (this.dead) return;
    this.dead = true;
    this.#onCrash();
  }

  #crashing(store: Store): Store {
    return new Proxy(store, {
      get: (target, name: keyof Store) => {
        if (name === "onRecorded") {
          return (listener: (match_id: string) => void) =>
            target.onRecorded((match_id) => {
              if (!this.dead) listener(match_id);
            });
        }
        // The store outlives its managers.
        if (name === "close") return async () => {};
        const method = target[name] as (...args: unknown[]) => Promise<unknown>;
        return (...args: unknown[]) => this.#operate(() => method.apply(target, args));
      },
    });
  }

  async #operate(operation: () => Promise<unknown>): Promise<unknown> {
    if (this.dead) return never();
    this.operations += 1;
    if (this.operations !== this.#crash.at) {
      const outcome = await operation();
      return this.dead ? never() : outcome;
    }
    this.die();
    if (this.#crash.last === "done") await operation();
    return never();
  }
}

function never(): Promise<never> {
  return new Promise(() => {});
}
