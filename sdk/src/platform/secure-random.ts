import { belowFrom, type Random } from "./random.js";

/** More than this in one call is an error of `getRandomValues`. */
const LARGEST_REQUEST = 65_536;

/** The platform's cryptographic source. Draws of the game and tokens come from here. */
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

/** Drawn together: a call of the platform for each word costs more than the words. */
const words = new Uint32Array(256);
let next = words.length;

/** Each word is handed out once, and not kept. */
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
