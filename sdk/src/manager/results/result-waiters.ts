/** Waits for results, from any manager of the league. */
import { abortable, onAbort } from "../../platform/abort.js";
import type { Clock, Timer } from "../../platform/clock.js";
import type { Store } from "../store/store.js";

/** The wait for one match; stop it in a `finally`. */
export interface Watch {
  /** True as soon as the match has a result, counted from `watch` on; false when the manager is closed. */
  readonly settled: Promise<boolean>;
  /** True as soon as the match has a result, counted from `watch` on; false after `ms`, or when the manager is closed. */
  within(ms: number): Promise<boolean>;
  stop(): void;
}

export class ResultWaiters {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  /** Called with the match of each result. */
  readonly #listeners = new Set<(match_id: string) => void>();

  /** @param signal aborted when the manager is closed */
  constructor(store: Store, clock: Clock, signal: AbortSignal) {
    this.#store = store;
    this.#clock = clock;
    this.#signal = signal;
    const end = store.onRecorded((match_id) => {
      for (const listener of this.#listeners) listener(match_id);
    });
    onAbort(signal, end);
  }

  watch(match_id: string): Watch {
    const { promise: settled, resolve: settle } = Promise.withResolvers<boolean>();
    const onRecorded = (recorded_id: string) => {
      if (recorded_id === match_id) settle(true);
    };
    this.#listeners.add(onRecorded);
    const removeListener = onAbort(this.#signal, () => settle(false));
    let timer: Timer | undefined;
    return {
      settled,
      within: (ms) => {
        timer ??= this.#clock.after(ms, () => settle(false));
        return settled;
      },
      stop: () => {
        timer?.cancel();
        removeListener();
        this.#listeners.delete(onRecorded);
      },
    };
  }

  /** Resolves when every one of these matches has a result. Rejects with the reason of `signal` when it is aborted. */
  async all(match_ids: readonly string[], signal: AbortSignal): Promise<void> {
    const watches = match_ids.map((match_id) => this.watch(match_id));
    try {
      for (const [index, match_id] of match_ids.entries()) {
        signal.throwIfAborted();
        if ((await this.#store.result(match_id)) !== null) continue;
        const recorded = watches[index]?.within(Number.POSITIVE_INFINITY) ?? Promise.resolve(false);
        await abortable(recorded, signal);
      }
      signal.throwIfAborted();
    } finally {
      for (const watch of watches) watch.stop();
    }
  }

  /** Resolves with the next result of any match, after `ms` at the latest, and when the manager is closed. */
  next(ms: number): Promise<void> {
    return new Promise((resolve) => {
      let removeListener = () => {};
      const done = () => {
        timer.cancel();
        this.#listeners.delete(done);
        removeListener();
        resolve();
      };
      const timer = this.#clock.after(ms, done);
      this.#listeners.add(done);
      removeListener = onAbort(this.#signal, done);
    });
  }
}
