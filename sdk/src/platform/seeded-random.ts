import { belowFrom, type Random } from "./random.js";

/**
 * A repeatable source for simulations: the generator sfc32 of Chris Doty-Humphrey (PractRand), seeded as PractRand does.
 * The same seed gives the same numbers on every machine. Not for tokens.
 *
 * @param seed a non-negative safe integer, or any text; texts such as `"42/player-1"` make independent streams.
 */
export function seededRandom(seed: number | string): Random {
  const nextUint32 = sfc32(typeof seed === "string" ? fnv1a64(seed) : BigInt(checkedSeed(seed)));
  return {
    bytes(n) {
      const bytes = new Uint8Array(n);
      for (let i = 0; i < n; i++) bytes[i] = nextUint32() & 0xff;
      return bytes;
    },
    below: (n) => belowFrom(nextUint32, n),
  };
}

/** sfc32 from a 64-bit seed; the first twelve numbers are discarded. */
export function sfc32(seed: bigint): () => number {
  let a = 0;
  let b = Number(seed & 0xffffffffn) | 0;
  let c = Number((seed >> 32n) & 0xffffffffn) | 0;
  let counter = 1;

  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return sum >>> 0;
  };
  for (let i = 0; i < 12; i++) next();
  return next;
}

/** The FNV-1a hash, 64 bits, of the text's UTF-8 bytes. */
export function fnv1a64(text: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  }
  return hash;
}

function checkedSeed(seed: number): number {
  if (Number.isSafeInteger(seed) && seed >= 0) return seed;
  throw new RangeError(`a seed is a non-negative integer below 2^53 or a text, not ${seed}`);
}
