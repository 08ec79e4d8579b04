import type { Timer } from "./clock.js";

interface Entry {
  readonly due: number;
  readonly run: () => void;
}

/** Timers in order of due time, then of creation. */
export class TimerQueue {
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
