import type { Clock, Timer } from "./clock.js";

/** When every simulation starts: 2025-01-01T00:00:00Z. */
export const SIMULATION_START = Date.UTC(2025, 0, 1);

/** The default limit of simulated time for one run. */
const LONGEST_RUN_MS = 24 * 60 * 60 * 1000;

/**
 * A clock that only `run` and `advance` move: they let all ready work finish, then jump to the next timer.
 * Timers fire in order of time, then of creation, so the same program always runs the same way.
 *
 * It observes promises and timers only: work that waits for real input (sockets, files) counts as a deadlock, unless
 * `busy` reports that work.
 */
export class SimulatedClock implements Clock {
  #now: number;
  readonly #start: number;
  #fired = 0;
  readonly #timers = new TimerQueue();

  readonly #busy: () => boolean;

  /** @param busy whether the program waits for real input, such as a file; time does not advance during that */
  constructor(start: number = SIMULATION_START, busy: () => boolean = () => false) {
    this.#now = start;
    this.#start = start;
    this.#busy = busy;
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): Timer {
    return this.#timers.add(this.#now + Math.max(0, ms), run);
  }

  /** The number of pending timers: 0 at the end of a run shows that none was leaked. */
  get pending(): number {
    return this.#timers.size;
  }

  /**
   * Advances time until the promise settles, and settles with its outcome.
   * @throws Error if no timer is left and the promise is still open (a deadlock), or after `limitMs` of simulated time
   */
  async run<T>(promise: Promise<T>, { limitMs = LONGEST_RUN_MS }: { limitMs?: number } = {}): Promise<T> {
    let settled = false;
    const settle = () => {
      settled = true;
    };
    promise.then(settle, settle);
    const start = this.#now;
    for (;;) {
      await this.#readyWorkDone();
      if (settled) return promise;
      if (this.pending === 0 || this.#timers.next() > start + limitMs) throw this.#stuck(limitMs);
      this.#fireNext();
    }
  }

  /** Advances time by `ms` milliseconds, and fires all timers that are due in them. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await this.#readyWorkDone();
    while (this.#timers.next() <= end) {
      this.#fireNext();
      await this.#readyWorkDone();
    }
    this.#now = end;
  }

  async #readyWorkDone(): Promise<void> {
    do await macrotask();
    while (this.#busy());
  }

  #fireNext(): void {
    const timer = this.#timers.take();
    if (timer === undefined) return;
    this.#now = Math.max(this.#now, timer.due);
    this.#fired++;
    timer.run();
  }

  #stuck(limitMs: number): Error {
    const passed = `${this.#now - this.#start} ms after the start, ${this.#fired} timers fired`;
    return new Error(
      this.pending === 0
        ? `deadlock: no timer is left, and the promise has not settled (${passed}). ` +
            "It waits for something that no timer will bring, or for real input."
        : `the promise has not settled within ${limitMs} ms of simulated time ` +
            `(${passed}, ${this.pending} still waiting). Raise limitMs if that is intended.`,
    );
  }
}

/** One macrotask: after it, every promise that can settle without a timer has settled. */
function macrotask(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === "function") setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
}

interface Entry {
  readonly due: number;
  readonly run: () => void;
}

/** Timers in order of due time, then of creation. */
class TimerQueue {
  readonly #entries: Entry[] = [];

  /** Timers that are neither cancelled nor taken. */
  get size(): number {
    return this.#entries.length;
  }

  add(due: number, run: () => void): Timer {
    if (Number.isNaN(due)) throw new RangeError("a timer takes a number of milliseconds, not NaN");
    if (due === Number.POSITIVE_INFINITY) return { cancel: () => {} };
    const entry = { due, run };
    this.#entries.splice(this.#endOf(due), 0, entry);
    return { cancel: () => this.#remove(entry) };
  }

  /** When the next timer is due; `Infinity` if there is none. */
  next(): number {
    return this.#entries[0]?.due ?? Number.POSITIVE_INFINITY;
  }

  /** Removes and returns the next timer. */
  take(): Entry | undefined {
    return this.#entries.shift();
  }

  #remove(entry: Entry): void {
    const index = this.#entries.lastIndexOf(entry, this.#endOf(entry.due) - 1);
    if (index !== -1) this.#entries.splice(index, 1);
  }

  /** The index behind the last timer that is due at this time or earlier. */
  #endOf(due: number): number {
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#entries[middle] as Entry).due <= due) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
