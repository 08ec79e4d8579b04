import { belowFrom, type Random } from "./random.js";

/** The maximum number of bytes for one call of `getRandomValues`. */
const LARGEST_REQUEST = 65_536;

/** The platform's cryptographic source, for drawn numbers, ids and tokens. */
export const secureRandom: Random = {
  bytes(n) {
    const bytes = new Uint8Array(n);
    // An id or a token.
    if (n < words.length) return bytes.map(() => nextUint32());
    for (let start = 0; start < n; start += LARGEST_REQUEST) {
      crypto.getRandomValues(bytes.subarray(start, start + LARGEST_REQUEST));
    }
    return bytes;
  },
  below: (n) => belowFrom(nextUint32, n),
};

/** Words are drawn in blocks: one platform call for each word costs more than the word. */
const words = new Uint32Array(256);
let next = words.length;

/** Each word is returned once, and then deleted. */
function nextUint32(): number {
  if (next === words.length) {
    crypto.getRandomValues(words);
    next = 0;
  }
  const word = words[next] ?? 0;
  words[next] = 0;
  next += 1;
  return word;
}
