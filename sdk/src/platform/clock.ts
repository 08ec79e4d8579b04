import { onAbort } from "./on-abort.js";

/** A pending call of `Clock.after`. Cancelling twice, or after it has fired, does nothing. */
export interface Timer {
  cancel(): void;
}

/** The door to time. Everything that waits or reads the time does it through one of these. */
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
 * Rejects with the signal's reason as soon as `signal` is aborted; the timer is gone then.
 */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const timer = clock.after(ms, () => {
      letGo();
      resolve();
    });
    const letGo =
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

export interface Deadline {
  /** Aborted by the deadline (reason: `DeadlineExpired`) or by the parent (reason: the parent's). */
  readonly signal: AbortSignal;
  /** True only if time ran out; false if the parent was aborted first. */
  expired(): boolean;
  /** Cancels the timer and lets go of the parent. Call it in a `finally`. */
  cleanup(): void;
}

/** A signal that is aborted after `ms` milliseconds (`Infinity`: never), or when `parent` is. */
export function deadline(clock: Clock, ms: number, parent?: AbortSignal): Deadline {
  const controller = new AbortController();
  let expired = false;
  let letGo = () => {};

  const timer = clock.after(ms, () => {
    expired = true;
    cleanup();
    controller.abort(new DeadlineExpired(ms));
  });
  function cleanup(): void {
    timer.cancel();
    letGo();
  }

  if (parent !== undefined) {
    letGo = onAbort(parent, () => {
      cleanup();
      controller.abort(parent.reason);
    });
  }
  return { signal: controller.signal, expired: () => expired, cleanup };
}
