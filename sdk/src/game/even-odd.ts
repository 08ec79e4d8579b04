import { protocol } from "@league-v2/contract";
import { type GameRules, parityOf } from "./rules.js";

const { minimum, maximum } = protocol.draw;

/** Even/Odd, the game of league.v2 (contract 7): the player that named the parity of the number wins. */
export const evenOdd: GameRules = {
  type: protocol.gameTypes[0],
  description: `Both players choose "even" or "odd", then a number from ${minimum} to ${maximum} is drawn. The player whose choice is its parity wins; both right or both wrong is a draw.`,
  choice: { type: "string", enum: ["even", "odd"] },
  draw: (random) => minimum + random.below(maximum - minimum + 1),
  decide(players, drawn_number) {
    const parity = parityOf(drawn_number);
    const fact = `Number ${drawn_number} is ${parity}.`;
    const right = players.filter(({ choice }) => choice === parity);
    const [winner] = right;
    if (winner === undefined || right.length === 2)
      return {
        winner: null,
        reason: `${fact} Both players were ${winner === undefined ? "wrong" : "right"}. Draw.`,
      };
    const { id } = winner;
    return { winner: id, reason: `${fact} ${id} chose "${parity}" correctly. ${id} wins.` };
  },
};
