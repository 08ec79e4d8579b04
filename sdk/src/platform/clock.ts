import { onAbort } from "./abort.js";

/** A pending call of `Clock.after`. Cancelling twice, or after it has fired, does nothing. */
export interface Timer {
  cancel(): void;
}

/** The interface through which all code waits and reads the time. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /**
   * Runs `run` once, never earlier than `ms` milliseconds from now.
   * `Infinity` never runs; a negative number counts as 0.
   */
  after(ms: number, run: () => void): Timer;
}

/**
 * Resolves after `ms` milliseconds.
 * Rejects with the signal's reason as soon as `signal` is aborted, and removes the timer.
 */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const timer = clock.after(ms, () => {
      stopWatching();
      resolve();
    });
    const stopWatching =
      signal === undefined
        ? () => {}
        : onAbort(signal, () => {
            timer.cancel();
            reject(signal.reason);
          });
  });
}

/** The reason with which a deadline's signal is aborted when its time is over. */
export class DeadlineExpired extends Error {
  override readonly name = "DeadlineExpired";
  readonly deadlineMs: number;

  constructor(deadlineMs: number) {
    super(`the deadline of ${deadlineMs} ms has passed`);
    this.deadlineMs = deadlineMs;
  }
}

/** A signal that is aborted when its time is over, or when its parent is. */
export class Deadline {
  readonly #abort = new AbortController();
  readonly #timer: Timer;
  readonly #stopWatching: (() => void) | undefined;
  #expired = false;
  #giveUp: ((reason: unknown) => void) | undefined;

  /** Cancels the timer and removes the callback from the parent. Call it in a `finally`, which gets it without its object. */
  readonly cleanup = (): void => {
    this.#timer.cancel();
    this.#stopWatching?.();
  };

  constructor(clock: Clock, ms: number, parent: AbortSignal | undefined) {
    this.#timer = clock.after(ms, () => this.#end(true, new DeadlineExpired(ms)));
    if (parent !== undefined) this.#stopWatching = onAbort(parent, () => this.#end(false, parent.reason));
  }

  /** Aborted by the deadline (reason: `DeadlineExpired`) or by the parent (reason: the parent's). */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** True only if time ran out; false if the parent was aborted first. */
  expired(): boolean {
    return this.#expired;
  }

  /**
   * The outcome of `work`, or a rejection with the signal's reason as soon as it is aborted. The outcome of
   * `work` after that is ignored. After an abort, `work` is not called. For one `work` at a time.
   */
  race<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.signal.aborted) return reject(this.signal.reason);
      this.#giveUp = reject;
      work().then(resolve, reject);
    });
  }

  #end(expired: boolean, reason: unknown): void {
    this.#expired = expired;
    this.cleanup();
    this.#giveUp?.(reason);
    this.#abort.abort(reason);
  }
}

/** A deadline in `ms` milliseconds (`Infinity`: never), and when `parent` is aborted. */
export function deadline(clock: Clock, ms: number, parent?: AbortSignal): Deadline {
  return new Deadline(clock, ms, parent);
}

/** RFC 3339 in UTC with milliseconds, from milliseconds since the epoch. */
export function timestamp(ms: number): string {
  return new Date(ms).toISOString();
}
