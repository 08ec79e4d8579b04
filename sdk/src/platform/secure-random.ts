import { belowFrom, type Random } from "./random.js";

/** More than this in one call is an error of `getRandomValues`. */
const LARGEST_REQUEST = 65_536;

/** The platform's cryptographic source. Draws of the game and tokens come from here. */
export const secureRandom: Random = {
  bytes(n) {
    const bytes = new Uint8Array(n);
    for (let start = 0; start < n; start += LARGEST_REQUEST) {
      crypto.getRandomValues(bytes.subarray(start, start + LARGEST_REQUEST));
    }
    return bytes;
  },
  below: (n) => belowFrom(nextUint32, n),
};

const word = new Uint32Array(1);

function nextUint32(): number {
  crypto.getRandomValues(word);
  return word[0] ?? 0;
}
