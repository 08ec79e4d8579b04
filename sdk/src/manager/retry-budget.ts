/** How long something may fail again and again before it is given up. */
import type { Clock } from "../platform/clock.js";

export class RetryBudget {
  readonly #clock: Clock;
  readonly #ms: number;
  #first = Number.NEGATIVE_INFINITY;
  #latest = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, ms: number) {
    this.#clock = clock;
    this.#ms = ms;
  }

  /**
   * Called for each failure.
   * @param began when the attempt began that has failed now: one that went well for long is not counted with earlier ones
   * @returns whether it has failed for this long, without such an attempt in between
   */
  isOver(began: number): boolean {
    const now = this.#clock.now();
    const isNew = this.#latest === Number.NEGATIVE_INFINITY || now - Math.max(began, this.#latest) > this.#ms;
    if (isNew) this.#first = now;
    this.#latest = now;
    return now - this.#first >= this.#ms;
  }
}
