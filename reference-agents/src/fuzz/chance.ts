import type { Random } from "@league-v2/sdk";

/** One of the members, with the same chance for each. @throws RangeError if there are none */
export function pick<T>(random: Random, members: readonly T[]): T {
  const index = random.below(members.length);
  return members[index] as T;
}

/** True once in this many times. */
export function onceIn(random: Random, times: number): boolean {
  return random.below(times) === 0;
}
