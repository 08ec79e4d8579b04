/** Referees that speak the flat dialect, and one rule of it not. */
import { deadlineOf } from "../../contract.js";
import { isObject } from "../../json/pointer.js";
import type { Surgery } from "../../subject/in-process-subject.js";
import { mutant } from "../mutant.js";
import { changeCall, onCall } from "../surgery.js";

export default [
  mutant({
    wire: "flat",
    id: "referee:flat-refuses-capitals",
    fault: "Takes no choice that is not in lower case, in the flat dialect.",
    surgery: onCall("CHOOSE_PARITY_CALL", async (send, body) => {
      const reply = await send(body);
      const answer: unknown = JSON.parse(reply.body);
      const result = isObject(answer) && isObject(answer.result) ? answer.result : {};
      const { choice } = result;
      if (choice === "even" || choice === "odd" || !isObject(answer)) return reply;
      return { ...reply, body: JSON.stringify({ ...answer, result: { ...result, choice: "nonsense" } }) };
    }),
  }),
  mutant({
    wire: "flat",
    id: "referee:flat-publishes-capitals",
    fault: "Publishes choices in capitals, in the flat dialect.",
    surgery: changeCall("GAME_OVER", (over) => ({
      ...over,
      player_a_choice: inCapitals(over.player_a_choice),
      player_b_choice: inCapitals(over.player_b_choice),
    })),
  }),
  mutant({
    wire: "flat",
    id: "referee:flat-invites-again",
    fault: "Invites a player that has not joined a second time, in the flat dialect.",
    surgery: asksTwice("GAME_INVITATION"),
  }),
  mutant({
    wire: "flat",
    id: "referee:flat-asks-again",
    fault: "Asks a player that has not chosen a second time, in the flat dialect.",
    surgery: asksTwice("CHOOSE_PARITY_CALL"),
  }),
];

function inCapitals(choice: unknown): unknown {
  return typeof choice === "string" ? choice.toUpperCase() : choice;
}

/** Sends the call a second time shortly before its deadline; whatever comes of that is thrown away. */
function asksTwice(type: string): Surgery {
  return onCall(type, (send, body, { clock }) => {
    const again = clock.after(0.9 * deadlineOf(type), () => void send(body).catch(() => undefined));
    return send(body).finally(() => again.cancel());
  });
}
