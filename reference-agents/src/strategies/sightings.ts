/** The data of a strategy. Two players meet once a league, so mostly there is no earlier match against the opponent. */
import type { ChoiceContext, Parity } from "@league-v2/sdk";

/** The opponent's choices against us, oldest first; for an unknown opponent, the choices of all opponents so far. */
export function sightings({ opponent, history }: ChoiceContext): readonly Parity[] {
  if (opponent.choices.length > 0) return opponent.choices;
  return history.map((match) => match.opponent_choice).filter((choice) => choice !== null);
}
