import { fraction, type Random } from "../platform/random.js";

/** Exponential backoff with jitter; the numbers are the protocol's. */
export interface Backoff {
  /** The first pause, in milliseconds. */
  firstMs: number;
  /** Each pause is this many times as long as the one before … */
  factor: number;
  /** … up to this many milliseconds. */
  maximumMs: number;
  /** The part of a pause that chance may take away, 0 to 1; so that agents that failed together do not retry together. */
  jitter: number;
}

/** How long to wait before retry number `retry` (the first is 0), in milliseconds. */
export function pauseBefore(retry: number, backoff: Backoff, random: Random): number {
  const longest = Math.min(backoff.maximumMs, backoff.firstMs * backoff.factor ** retry);
  return longest * (1 - backoff.jitter * fraction(random));
}
