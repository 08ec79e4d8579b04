/** Limits the requests of each sender: one token bucket each, refilled over time. */
import type { Clock } from "../platform/clock.js";

export interface Rate {
  /** Requests a second in the long run. */
  readonly requestsPerSecond: number;
  /** The maximum burst after a pause. */
  readonly requestBurst: number;
}

interface Bucket {
  tokens: number;
  /** The time at which `tokens` was computed. */
  at: number;
}

/** The maximum number of stored senders; beyond it, the state of the least recent one is deleted. */
const mostBuckets = 10_000;

export class RateLimiter {
  readonly #rate: Rate;
  readonly #clock: Clock;
  /** Ordered by the latest request. */
  readonly #buckets = new Map<string, Bucket>();

  constructor(rate: Rate, clock: Clock) {
    this.#rate = rate;
    this.#clock = clock;
  }

  /** Takes one token. 0 on success, else the milliseconds until a token is available. */
  take(asker: string): number {
    const { requestsPerSecond, requestBurst } = this.#rate;
    const now = this.#clock.now();
    const { tokens, at } = this.#buckets.get(asker) ?? { tokens: requestBurst, at: now };
    const refilled = Math.min(requestBurst, tokens + (Math.max(0, now - at) * requestsPerSecond) / 1000);
    const wait = refilled >= 1 ? 0 : ((1 - refilled) * 1000) / requestsPerSecond;
    this.#buckets.delete(asker);
    this.#buckets.set(asker, { tokens: wait === 0 ? refilled - 1 : refilled, at: now });
    if (this.#buckets.size > mostBuckets) this.#removeOne();
    return wait;
  }

  #removeOne(): void {
    for (const asker of this.#buckets.keys()) {
      this.#buckets.delete(asker);
      return;
    }
  }
}
