/** Referees that keep something of players whom they have seen before, or go by the order of their ids. */
import type { JsonObject } from "../../json/scan.js";
import { mutant } from "../mutant.js";
import { all, changeRequest, onCall } from "../surgery.js";
import { changeAnswered, fromPlayer, resultOf } from "./_calls.js";
import { speaksIn } from "./_conversation.js";
import { announcedIn, Orders } from "./_orders.js";
import { changeEnding } from "./_outcome.js";

const [JOIN, CHOICE] = ["GAME_INVITATION", "CHOOSE_PARITY_CALL"] as const;

export default [
  mutant({
    id: "referee:sides-in-order-of-ids",
    fault: "Tells the player whose id comes first that it is player A.",
    surgery: () => {
      const orders = new Orders();
      const wrong = onCall(JOIN, (send, body, _, url) => {
        const invitation = body.params as JsonObject;
        const isFirst = String(orders.addressee(invitation, url)) < String(invitation.opponent_id);
        return send({ ...body, params: { ...invitation, role_in_match: isFirst ? "PLAYER_A" : "PLAYER_B" } });
      });
      return all(orders.listening, wrong);
    },
  }),
  mutant({
    id: "referee:choices-in-order-of-ids",
    fault: "Publishes player A's choice under the id that comes first.",
    surgery: changeEnding(({ choices, players }) => {
      const sorted = players.toSorted();
      return {
        choices: Object.fromEntries(sorted.map((id, index) => [id, choices[String(players[index])]])),
      };
    }),
  }),
  mutant({
    id: "referee:remembers-addresses",
    fault: "Calls each player where it lived in its first match.",
    surgery: () => {
      const known = new Map<unknown, unknown>();
      const first = (order: JsonObject, side: string) => {
        const [id, url] = [order[`player_${side}_id`], order[`player_${side}_endpoint`]];
        if (url !== undefined && !known.has(id)) known.set(id, url);
        return url === undefined ? {} : { [`player_${side}_endpoint`]: known.get(id) };
      };
      const old = (order: JsonObject) => ({ ...order, ...first(order, "A"), ...first(order, "B") });
      return all(
        changeRequest("RUN_MATCH", old),
        changeRequest("ROUND_ANNOUNCEMENT", (round) => ({ ...round, matches: announcedIn(round).map(old) })),
      );
    },
  }),
  mutant({
    id: "referee:remembers-choices",
    fault: "Takes the choice of a player in its first match for its choice in every other.",
    surgery: () => {
      const known = new Map<unknown, unknown>();
      return changeAnswered(CHOICE, (answer) => {
        const first = known.get(answer.player_id) ?? answer.parity_choice;
        known.set(answer.player_id, first);
        return { ...answer, parity_choice: first };
      });
    },
  }),
  mutant({
    id: "referee:one-conversation-for-a-pair",
    fault: "Goes on in the conversation of the match before when the same two players meet again.",
    surgery: () => {
      const orders = new Orders();
      const known = new Map<string, unknown>();
      const speaks = speaksIn((message) => {
        const pair =
          orders
            .of(message)
            ?.players.map(({ id }) => id)
            .toSorted()
            .join(" ") ?? "";
        const conversation = known.get(pair) ?? message.conversation_id;
        known.set(pair, conversation);
        return String(conversation);
      });
      return all(orders.listening, speaks);
    },
  }),
  mutant({
    id: "referee:bans-who-has-declined",
    fault: "Does not invite a player again that has once declined, and says that it has lost.",
    surgery: () => {
      const orders = new Orders();
      const banned = new Set<unknown>();
      const remembers = changeAnswered(JOIN, ({ player_id, accept }) => {
        if (accept === false) banned.add(player_id);
        return undefined;
      });
      const spares = onCall(JOIN, async (send, body, _, url) => {
        const message = body.params as JsonObject;
        const addressee = orders.addressee(message, url);
        const declined = { arrival_timestamp: message.timestamp, accept: false };
        return banned.has(addressee)
          ? resultOf(body, fromPlayer(message, "GAME_JOIN_ACK", addressee, declined))
          : send(body);
      });
      return all(orders.listening, remembers, spares);
    },
  }),
];
