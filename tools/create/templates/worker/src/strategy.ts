import type { ChoiceContext, Parity } from "@league-v2/sdk";

/** The choice for one match. Replace it by your own; it may be `async`, and must return within 30 s. */
export function choose({ opponent, random }: ChoiceContext): Parity {
  if (opponent.lastChoice === null) return random.below(2) === 0 ? "even" : "odd";
  return opponent.lastChoice === "even" ? "odd" : "even";
}
