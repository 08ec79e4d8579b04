import type { Clock, Timer } from "./clock.js";

/** The longest delay of `setTimeout`; a longer one would fire at once. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * A timer may fire up to a millisecond early, and it fires before input that has already arrived is read.
 * A deadline must do neither, so there is an extra millisecond, and a turn of the event loop in which such input is read.
 */
const EARLY_BY_MS = 1;

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => new SystemTimer(ms, run),
};

class SystemTimer implements Timer {
  #timeout: ReturnType<typeof setTimeout> | undefined;
  #turn: ReturnType<typeof setImmediate> | undefined;
  readonly #run: () => void;

  constructor(ms: number, run: () => void) {
    this.#run = run;
    this.#wait(Math.max(0, ms) + EARLY_BY_MS);
  }

  #wait(ms: number): void {
    if (ms === Number.POSITIVE_INFINITY) return;
    const step = Math.min(ms, LONGEST_TIMEOUT_MS);
    this.#timeout = setTimeout(() => (ms > step ? this.#wait(ms - step) : this.#lastTurn()), step);
  }

  #lastTurn(): void {
    // Browsers and workers have no setImmediate.
    if (typeof setImmediate === "function") this.#turn = setImmediate(this.#run);
    else this.#run();
  }

  cancel(): void {
    clearTimeout(this.#timeout);
    if (this.#turn !== undefined) clearImmediate(this.#turn);
  }
}
