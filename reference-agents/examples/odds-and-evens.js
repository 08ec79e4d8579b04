/**
 * Odds and evens, with fingers: both players show one to five fingers of a hand at the same time. PLAYER_A wins if the sum is
 * even, PLAYER_B if it is odd. A player chooses whether its own number is even or odd; which of these numbers it shows is drawn.
 *
 * @type {import("@league-v2/sdk/game").GameRules}
 */
export default {
  type: "odds_and_evens",
  description:
    "Both players show one to five fingers. PLAYER_A wins if their sum is even, PLAYER_B if it is odd. A choice is whether your own number of fingers is even or odd.",
  choice: { type: "string", enum: ["even", "odd"] },

  /** The sum of both hands, from 2 to 10. */
  draw: (random, [a, b]) => hand(a, random) + hand(b, random),

  decide([a, b], sum) {
    const [parity, winner] = sum % 2 === 0 ? ["even", a] : ["odd", b];
    return { winner: winner.id, reason: `${sum} fingers are ${parity}. ${winner.id} wins.` };
  },
};

const hands = { even: [2, 4], odd: [1, 3, 5] };

/**
 * @param {"even" | "odd"} choice
 * @param {import("@league-v2/sdk").Random} random
 */
function hand(choice, random) {
  const possible = hands[choice];
  return possible[random.below(possible.length)] ?? 0;
}
