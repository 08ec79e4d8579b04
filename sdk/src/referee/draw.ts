/** The draw: uniform over 1–10 from the agent's source of randomness (contract 7). */
import { protocol } from "@league-v2/contract";
import type { Random } from "../platform/random.js";

/** A number of the game; null if the source of randomness fails repeatedly (IS 3.2.7). */
export function drawNumber(random: Random): number | null {
  const { minimum, maximum } = protocol.draw;
  for (let retry = 0; retry <= protocol.retries.maximum; retry++) {
    try {
      return minimum + random.below(maximum - minimum + 1);
    } catch {
      // The source may recover; a match must not hang on it.
    }
  }
  return null;
}
