/** Referees that tell the players the result wrongly. */
import { deadlineOf } from "../../contract.js";
import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import { pause } from "../../time/pause.js";
import { type Mutant, mutant } from "../mutant.js";
import { all, changeCall, onCall, repeatsCall } from "../surgery.js";
import { fromPlayer, resultOf } from "./_calls.js";
import { Orders } from "./_orders.js";

const faults: Record<string, [fault: string, change: (result: JsonObject) => JsonObject]> = {
  "gives-no-reason": ["Leaves the reason out of GAME_OVER.", ({ reason: _, ...result }) => result],
  "hides-the-number": [
    "Leaves the drawn number out of GAME_OVER.",
    ({ drawn_number: _, ...result }) => result,
  ],
  "invents-a-status": [
    'Says "VICTORY" for a win.',
    (result) => (result.status === "WIN" ? { ...result, status: "VICTORY" } : result),
  ],
};

export default [
  ...Object.entries(faults).map(
    ([name, [fault, change]]): Mutant =>
      mutant({
        id: `referee:${name}`,
        fault,
        surgery: changeCall("GAME_OVER", (message) =>
          isObject(message.game_result)
            ? { ...message, game_result: change(message.game_result) }
            : undefined,
        ),
      }),
  ),
  mutant({
    id: "referee:tells-the-result-twice",
    fault: "Sends GAME_OVER again to a player that has acknowledged it.",
    surgery: repeatsCall("GAME_OVER", 2),
  }),
  mutant({
    id: "referee:tells-only-the-winner",
    fault: "Sends GAME_OVER to the winner, and to nobody else.",
    surgery: () => {
      const orders = new Orders();
      const selective = onCall("GAME_OVER", async (send, body, _, url) => {
        const message = body.params as JsonObject;
        const addressee = orders.addressee(message, url);
        const { winner_player_id } = isObject(message.game_result) ? message.game_result : {};
        if (winner_player_id === null || winner_player_id === addressee) return send(body);
        return resultOf(body, fromPlayer(message, "GAME_OVER_ACK", addressee, { status: "ACKNOWLEDGED" }));
      });
      return all(orders.listening, selective);
    },
  }),
  mutant({
    id: "referee:tells-each-that-it-has-won",
    fault: "Tells each player that it has won.",
    surgery: () => {
      const orders = new Orders();
      const flattering = onCall("GAME_OVER", (send, body, _, url) => {
        const message = body.params as JsonObject;
        const winner_player_id = orders.addressee(message, url);
        return send({
          ...body,
          params: { ...message, game_result: { ...(message.game_result as JsonObject), winner_player_id } },
        });
      });
      return all(orders.listening, flattering);
    },
  }),
  mutant({
    id: "referee:reports-first",
    fault: "Reports a match before it tells the players.",
    surgery: () => {
      const orders = new Orders();
      const late = onCall("GAME_OVER", async (send, body, { clock }, url) => {
        const message = body.params as JsonObject;
        void pause(clock, deadlineOf("GAME_OVER") / 1_000)
          .then(() => send(body))
          .catch(() => undefined);
        return resultOf(
          body,
          fromPlayer(message, "GAME_OVER_ACK", orders.addressee(message, url), { status: "ACKNOWLEDGED" }),
        );
      });
      return all(orders.listening, late);
    },
  }),
];
