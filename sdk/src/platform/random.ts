/** The door to chance. */
export interface Random {
  /** `n` random bytes. */
  bytes(n: number): Uint8Array;
  /** A uniform integer in 0 … n−1 without modulo bias; `n` is an integer in 1 … 2³². */
  below(n: number): number;
}

const UINT32_RANGE = 2 ** 32;

/** A uniform integer below `n` from a source of uniform 32-bit integers, by rejection sampling. */
export function belowFrom(nextUint32: () => number, n: number): number {
  if (!Number.isInteger(n) || n < 1 || n > UINT32_RANGE) {
    throw new RangeError(`below(n) takes an integer from 1 to 2^32, not ${n}`);
  }
  // The values from `limit` up would make the small results more likely; draw again.
  const limit = UINT32_RANGE - (UINT32_RANGE % n);
  let value = nextUint32();
  while (value >= limit) value = nextUint32();
  return value % n;
}

/** A uniform number in [0, 1) with 32 bits of resolution. */
export function fraction(random: Random): number {
  return random.below(UINT32_RANGE) / UINT32_RANGE;
}

/** `byteCount` random bytes in lower-case hexadecimal: a token of 128 bits is `hex(random, 16)`. */
export function hex(random: Random, byteCount: number): string {
  let text = "";
  for (const byte of random.bytes(byteCount)) text += byte.toString(16).padStart(2, "0");
  return text;
}
