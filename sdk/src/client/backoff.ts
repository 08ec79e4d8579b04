import { fraction, type Random } from "../platform/random.js";

/** Exponential backoff with jitter; the numbers are the protocol's. */
export interface Backoff {
  /** The first pause, in milliseconds. */
  firstMs: number;
  /** The factor from each pause to the next … */
  factor: number;
  /** … up to this maximum in milliseconds. */
  maximumMs: number;
  /** The random part of a pause, 0 to 1, so that agents that failed at the same time do not retry at the same time. */
  jitter: number;
}

/** The pause before retry number `retry` (the first is 0), in milliseconds. */
export function pauseBefore(retry: number, backoff: Backoff, random: Random): number {
  const longest = Math.min(backoff.maximumMs, backoff.firstMs * backoff.factor ** retry);
  return longest * (1 - backoff.jitter * fraction(random));
}
