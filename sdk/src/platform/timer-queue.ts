import type { Timer } from "./clock.js";

/** Also the timer that the caller gets: one object for each. */
class Entry implements Timer {
  readonly due: number;
  readonly order: number;
  run: () => void;
  state: "waiting" | "cancelled" | "taken" = "waiting";
  readonly #cancelled: () => void;

  constructor(due: number, order: number, run: () => void, cancelled: () => void) {
    this.due = due;
    this.order = order;
    this.run = run;
    this.#cancelled = cancelled;
  }

  cancel(): void {
    if (this.state !== "waiting") return;
    this.state = "cancelled";
    // The entry stays in the heap for some time, and would keep all that its timer references.
    this.run = nothing;
    this.#cancelled();
  }
}

const nothing = (): void => {};

/** The minimum number of cancelled timers before the heap is rebuilt, which visits all of it. */
const SWEEP_FROM = 64;

/** A binary heap of timers, ordered by due time and then by creation. */
export class TimerQueue {
  #heap: Entry[] = [];
  #created = 0;
  #cancelled = 0;

  /** Timers that are neither cancelled nor taken. */
  get size(): number {
    return this.#heap.length - this.#cancelled;
  }

  add(due: number, run: () => void): Timer {
    if (Number.isNaN(due)) throw new RangeError("a timer takes a number of milliseconds, not NaN");
    if (due === Number.POSITIVE_INFINITY) return { cancel: nothing };
    const entry = new Entry(due, this.#created++, run, this.#noteCancelled);
    this.#heap.push(entry);
    this.#rise(this.#heap.length - 1);
    return entry;
  }

  /** When the next timer is due; `Infinity` if there is none. */
  next(): number {
    return this.#top()?.due ?? Number.POSITIVE_INFINITY;
  }

  /** Removes and returns the next timer. */
  take(): { readonly due: number; readonly run: () => void } | undefined {
    const top = this.#top();
    if (top === undefined) return undefined;
    top.state = "taken";
    this.#removeTop();
    return top;
  }

  /** The first pending entry; cancelled ones before it are removed. */
  #top(): Entry | undefined {
    while (this.#heap[0]?.state === "cancelled") {
      this.#removeTop();
      this.#cancelled--;
    }
    return this.#heap[0];
  }

  readonly #noteCancelled = (): void => {
    this.#cancelled++;
    // Most deadlines are cancelled long before they are due; without this they would fill the heap.
    if (this.#cancelled > SWEEP_FROM && this.#cancelled * 2 > this.#heap.length) this.#sweep();
  };

  #sweep(): void {
    this.#heap = this.#heap
      .filter((entry) => entry.state === "waiting")
      .sort((a, b) => (before(a, b) ? -1 : 1));
    this.#cancelled = 0;
  }

  #removeTop(): void {
    const last = this.#heap.pop();
    if (last === undefined || this.#heap.length === 0) return;
    this.#heap[0] = last;
    this.#sink(0);
  }

  #rise(index: number): void {
    let at = index;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#swapIfBefore(at, parent)) return;
      at = parent;
    }
  }

  #sink(index: number): void {
    let at = index;
    for (;;) {
      const left = 2 * at + 1;
      const child = this.#isBefore(left + 1, left) ? left + 1 : left;
      if (!this.#swapIfBefore(child, at)) return;
      at = child;
    }
  }

  #isBefore(i: number, j: number): boolean {
    const a = this.#heap[i];
    const b = this.#heap[j];
    return a !== undefined && b !== undefined && before(a, b);
  }

  #swapIfBefore(i: number, j: number): boolean {
    const a = this.#heap[i];
    const b = this.#heap[j];
    if (a === undefined || b === undefined || !before(a, b)) return false;
    this.#heap[i] = b;
    this.#heap[j] = a;
    return true;
  }
}

function before(a: Entry, b: Entry): boolean {
  return a.due < b.due || (a.due === b.due && a.order < b.order);
}
