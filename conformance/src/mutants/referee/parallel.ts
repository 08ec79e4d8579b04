/** Referees that lose track of several matches at once. */
import type { JsonObject } from "../../json/scan.js";
import { mutant } from "../mutant.js";
import { all } from "../surgery.js";
import { alsoSends, changeAnswered } from "./_calls.js";
import { Orders } from "./_orders.js";
import { changeEnding } from "./_outcome.js";

export default [
  mutant({
    id: "referee:mixes-up-results",
    fault: "Names the players of the match before in the result of a match.",
    surgery: () => {
      const seen: { matchId: string; choices: JsonObject }[] = [];
      return changeEnding(({ matchId, choices }) => {
        if (!seen.some((one) => one.matchId === matchId)) seen.push({ matchId, choices });
        const before = seen[seen.findIndex((one) => one.matchId === matchId) - 1];
        return before === undefined ? undefined : { choices: before.choices };
      });
    },
  }),
  mutant({
    id: "referee:mixes-up-choices",
    fault:
      "Takes the choice that came last, whoever's and in whatever match, for that of the player that answers.",
    surgery: () => {
      let last: unknown;
      return changeAnswered("CHOOSE_PARITY_CALL", (answer) => {
        const before = last ?? answer.parity_choice;
        last = answer.parity_choice;
        return { ...answer, parity_choice: before };
      });
    },
  }),
  mutant({
    id: "referee:tells-results-to-others",
    fault: "Tells the players of other matches the result too.",
    surgery: () => {
      const orders = new Orders();
      const loud = alsoSends("GAME_OVER", (message) => {
        const others = orders.others(message).flatMap(({ players }) => players);
        return others.map(({ url }, index) => ({
          url,
          body: { jsonrpc: "2.0", id: `loud-${index}`, method: "notify_match_result", params: message },
        }));
      });
      return all(orders.listening, loud);
    },
  }),
];
