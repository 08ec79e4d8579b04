/** How much work an agent takes: a number of matches at once, and none when it is ending. */
import { type Clock, sleep } from "../../platform/clock.js";
import type { RunningAgent } from "./agent.js";
import { LeagueRpcError } from "./errors.js";

/** A counting semaphore: a referee never runs more matches at once than it announced (contract 6). */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  /** The number of waiting tasks minus the number of free places. */
  get load(): number {
    return this.#waiting.length - this.#free;
  }

  /** Resolves, in the order of the calls, with a function that releases the place. */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    let given = false;
    return () => {
      if (given) return;
      given = true;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    };
  }
}

/** A graceful shutdown: no new matches are accepted, and a promise resolves when none is running. */
export class Drain {
  readonly #isIdle: () => boolean;
  // No Promise.withResolvers: the runtime, which is made later, says what an old platform lacks.
  readonly #idle: Promise<void>;
  #settle: () => void = () => {};
  #hasBegun = false;

  /** @param isIdle whether no work is running; call `check` after each end of work */
  constructor(isIdle: () => boolean) {
    this.#isIdle = isIdle;
    this.#idle = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  /** Refuses new work, and resolves when no work is running. May be called twice. */
  begin(): Promise<void> {
    this.#hasBegun = true;
    this.check();
    return this.#idle;
  }

  check(): void {
    if (this.#hasBegun && this.#isIdle()) this.#settle();
  }

  /** @throws LeagueRpcError E008 once the agent is ending */
  assertAccepting(): void {
    if (this.#hasBegun) throw new LeagueRpcError("E008", "this agent is ending, and takes no new match");
  }
}

/** Starts draining the agent; resolves when its matches are over, or after `graceMs`. */
export async function drained(agent: RunningAgent, clock: Clock, graceMs: number): Promise<void> {
  if (agent.drain === undefined) return;
  const enough = new AbortController();
  const timeout = sleep(clock, graceMs, enough.signal).catch(() => {});
  await Promise.race([agent.drain(), timeout]);
  enough.abort();
}
