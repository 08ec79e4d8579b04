/** The maximum duration of repeated failures. */
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
   * @param began the start of the failed attempt: a long attempt resets the duration
   * @returns whether the failures have lasted for the maximum duration
   */
  isOver(began: number): boolean {
    const now = this.#clock.now();
    const isNew = this.#latest === Number.NEGATIVE_INFINITY || now - Math.max(began, this.#latest) > this.#ms;
    if (isNew) this.#first = now;
    this.#latest = now;
    return now - this.#first >= this.#ms;
  }
}
