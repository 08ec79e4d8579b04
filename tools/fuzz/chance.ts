import type { Random } from "@league-v2/sdk";

/** One of the members, each with the same probability. @throws RangeError if there are none */
export function pick<T>(random: Random, members: readonly T[]): T {
  const index = random.below(members.length);
  return members[index] as T;
}

/** True with the probability 1/`times`. */
export function onceIn(random: Random, times: number): boolean {
  return random.below(times) === 0;
}
