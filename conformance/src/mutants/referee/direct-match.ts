/** Wrong results of a direct match, from a referee that claims to play them. */

import { valueAt } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import { type Mutant, mutant } from "../mutant.js";
import { answerInstead, resultReply } from "../surgery.js";

const faults: Record<string, [fault: string, result: JsonObject]> = {
  "direct-match-draws-42": ["Rolls the 42 of RS's example in a direct match.", { dice_roll: 42 }],
  "direct-match-names-nobody": ["Names no winner of a direct match that was won.", { winner: null }],
};

export default Object.entries(faults).map(
  ([name, [fault, wrong]]): Mutant =>
    mutant({
      id: `referee:${name}`,
      fault,
      surgery: answerInstead("*", (order, body) => {
        const [player1, player2] = [
          valueAt(order, "/player1/display_name"),
          valueAt(order, "/player2/display_name"),
        ];
        if (player1 === undefined) return undefined;
        const { match_id } = order;
        const choices = { player1_choice: "even", player2_choice: "odd" };
        const dice = { dice_roll: 8, dice_parity: "even", winner: player1, is_draw: false };
        return resultReply(body, {
          match_id,
          game_id: "game_1",
          player1,
          player2,
          ...choices,
          ...dice,
          ...wrong,
        });
      }),
    }),
);
