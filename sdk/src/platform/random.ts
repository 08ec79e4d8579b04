/** A source of randomness. */
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

/** The maximum number of bytes for one call of `getRandomValues`. */
const LARGEST_REQUEST = 65_536;

/** The platform's cryptographic source, for drawn numbers, ids and tokens. */
export const secureRandom: Random = {
  bytes(n) {
    const bytes = new Uint8Array(n);
    // An id or a token.
    if (n < wordCount) return bytes.map(() => nextUint32());
    for (let start = 0; start < n; start += LARGEST_REQUEST) {
      crypto.getRandomValues(bytes.subarray(start, start + LARGEST_REQUEST));
    }
    return bytes;
  },
  below: (n) => belowFrom(nextUint32, n),
};

/** Words are drawn in blocks: one platform call for each word costs more than the word. */
const wordCount = 256;
const words = /* @__PURE__ */ new Uint32Array(wordCount);
let next = wordCount;

/** Each word is returned once, and then deleted. */
function nextUint32(): number {
  if (next === wordCount) {
    crypto.getRandomValues(words);
    next = 0;
  }
  const word = words[next] ?? 0;
  words[next] = 0;
  next += 1;
  return word;
}

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
