import type { Parity, Random } from "@league-v2/sdk";

export function otherThan(parity: Parity): Parity {
  return parity === "even" ? "odd" : "even";
}

export function coin(random: Random): Parity {
  return random.below(2) === 0 ? "even" : "odd";
}
