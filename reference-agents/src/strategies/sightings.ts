/** The data of a strategy: two players meet once a league, so mostly it has never met its opponent. */
import type { ChoiceContext, Parity } from "@league-v2/sdk";

/** The opponent's choices against us, oldest first; of an unknown one, the choices of all opponents so far. */
export function sightings({ opponent, history }: ChoiceContext): readonly Parity[] {
  if (opponent.choices.length > 0) return opponent.choices;
  return history.map((match) => match.opponent_choice).filter((choice) => choice !== null);
}
