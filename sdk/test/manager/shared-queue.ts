/** A queue that managers share, as one in a database is: a job goes to any of them, and again when its worker has died. */

import type { MatchQueue } from "../../src/manager/match-queue.js";
import type { Clock } from "../../src/platform/clock.js";

/** How soon it is noticed that a worker has died, in milliseconds. */
const HEARTBEAT_MS = 1_000;

interface Worker {
  readonly isAlive: () => boolean;
  play: ((match_id: string) => Promise<void>) | undefined;
}

export class SharedQueue {
  readonly #clock: Clock;
  readonly #workers: Worker[] = [];
  readonly #jobs = new Set<string>();
  #turn = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The queue as one manager uses it. */
  of(isAlive: () => boolean): MatchQueue {
    const worker: Worker = { isAlive, play: undefined };
    this.#workers.push(worker);
    return {
      put: async (match_ids) => {
        for (const match_id of match_ids) this.#put(match_id);
      },
      serve: (play) => {
        worker.play = play;
        return async () => {
          worker.play = undefined;
        };
      },
    };
  }

  #put(match_id: string): void {
    if (this.#jobs.has(match_id)) return;
    this.#jobs.add(match_id);
    void this.#deliver(match_id);
  }

  async #deliver(match_id: string): Promise<void> {
    const alive = this.#workers.filter(({ isAlive, play }) => isAlive() && play !== undefined);
    const worker = alive[this.#turn++ % Math.max(1, alive.length)];
    const outcome = await Promise.race([
      worker?.play?.(match_id).then(
        () => "done",
        () => "failed",
      ) ?? this.#pause("failed"),
      this.#crash(worker),
    ]);
    if (outcome === "done") this.#jobs.delete(match_id);
    else this.#clock.after(HEARTBEAT_MS, () => void this.#deliver(match_id));
  }

  async #crash(worker: Worker | undefined): Promise<string> {
    while (worker?.isAlive() && worker.play !== undefined) await this.#pause("");
    return "died";
  }

  #pause(outcome: string): Promise<string> {
    return new Promise((resolve) => this.#clock.after(HEARTBEAT_MS, () => resolve(outcome)));
  }
}
