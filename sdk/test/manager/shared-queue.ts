/** A queue that managers share, like one in a database: any of them gets a job, and another one if its worker has crashed. */

import type { MatchQueue } from "../../src/manager/match-queue.js";
import type { Clock } from "../../src/platform/clock.js";

/** The interval in which crashed workers are detected, in milliseconds. */
const HEARTBEAT_MS = 1_000;

interface Worker {
  readonly isRunning: () => boolean;
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
  of(isRunning: () => boolean): MatchQueue {
    const worker: Worker = { isRunning, play: undefined };
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
    const running = this.#workers.filter(({ isRunning, play }) => isRunning() && play !== undefined);
    const worker = running[this.#turn++ % Math.max(1, running.length)];
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
    while (worker?.isRunning() && worker.play !== undefined) await this.#pause("");
    return "crashed";
  }

  #pause(outcome: string): Promise<string> {
    return new Promise((resolve) => this.#clock.after(HEARTBEAT_MS, () => resolve(outcome)));
  }
}
