/** The draw of a match, by the rules of its game (contract 7). */
import { protocol } from "@league-v2/contract";
import type { Parity } from "../domain/parity.js";
import type { GameRules } from "../game/rules.js";
import type { Random } from "../platform/random.js";

/** A number of the game; null if the source of randomness, or the rules, fail repeatedly (IS 3.2.7). */
export function drawNumber(
  rules: GameRules,
  random: Random,
  choices: readonly [Parity, Parity],
): number | null {
  const { minimum, maximum } = protocol.draw;
  for (let retry = 0; retry <= protocol.retries.maximum; retry++) {
    try {
      const number = rules.draw(random, choices);
      if (Number.isInteger(number) && number >= minimum && number <= maximum) return number;
    } catch {
      // The source may recover; a match must not hang on it.
    }
  }
  return null;
}
