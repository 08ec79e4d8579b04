/** Random numbers that follow from a seed and a name, and do not depend on the order of the calls. */

const UINT32_RANGE = 2 ** 32;

/**
 * A uniform integer from 0 to `count` − 1. Each decision has its own name, so that a plan with one fault less does not
 * change the other numbers.
 */
export function seededRoll(seed: number, name: string, count: number): number {
  return Math.floor((hash(`${seed}/${name}`) / UINT32_RANGE) * count);
}

/** FNV-1a, 32 bits, with a finalizer, so that texts which differ only in their last letter have unrelated hashes. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
