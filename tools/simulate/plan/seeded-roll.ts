/** Random numbers that follow from a seed and a name, and do not depend on the order of the calls. */
import type { Random } from "@league-v2/sdk";

const UINT32_RANGE = 2 ** 32;

/**
 * A uniform integer from 0 to `count` − 1. Each decision has its own name, so that a plan with one fault less does not
 * change the other numbers.
 */
export function seededRoll(seed: number, name: string, count: number): number {
  return Math.floor((hash(`${seed}/${name}`) / UINT32_RANGE) * count);
}

/** One of the members, each with the same probability. @throws RangeError if there are none */
export function oneOf<T>(members: readonly T[], random: Random): T {
  const member = members[random.below(members.length)];
  if (member === undefined) throw new RangeError("nothing to choose from");
  return member;
}

export function between(least: number, most: number, random: Random): number {
  return least + random.below(most - least + 1);
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
