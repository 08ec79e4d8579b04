/** Invitations in which one thing is wrong. */
import { deadlineOf } from "../../contract.js";
import type { JsonObject } from "../../json/scan.js";
import { utc } from "../../time/utc.js";
import { type Mutant, mutant } from "../mutant.js";
import { all, changeCall, onCall, serialisesCalls } from "../surgery.js";
import { Orders } from "./_orders.js";

const faults: Record<string, [fault: string, change: (invitation: JsonObject) => JsonObject]> = {
  "swaps-roles": [
    "Tells A that it is B, and B that it is A.",
    (one) => ({ ...one, role_in_match: one.role_in_match === "PLAYER_A" ? "PLAYER_B" : "PLAYER_A" }),
  ],
  "same-role-for-both": [
    "Tells both players that they are player A.",
    (one) => ({ ...one, role_in_match: "PLAYER_A" }),
  ],
  "invites-to-another-round": [
    "Invites to the round after this one.",
    (one) => ({ ...one, round_id: Number(one.round_id) + 1 }),
  ],
  "round-as-text": [
    "Writes the number of the round as a text.",
    (one) => ({ ...one, round_id: String(one.round_id) }),
  ],
};

export default [
  ...Object.entries(faults).map(
    ([name, [fault, change]]): Mutant =>
      mutant({ id: `referee:${name}`, fault, surgery: changeCall("GAME_INVITATION", change) }),
  ),
  mutant({
    id: "referee:names-player-as-its-own-opponent",
    fault: "Names the invited player itself as its opponent.",
    surgery: () => {
      const orders = new Orders();
      const wrong = onCall("GAME_INVITATION", (send, body, _, url) => {
        const invitation = body.params as JsonObject;
        return send({ ...body, params: { ...invitation, opponent_id: orders.addressee(invitation, url) } });
      });
      return all(orders.listening, wrong);
    },
  }),
  mutant({
    id: "referee:invites-one-after-the-other",
    fault: "Invites the second player only when the first has answered.",
    surgery: serialisesCalls("GAME_INVITATION"),
  }),
  mutant({
    id: "referee:asks-before-both-have-joined",
    fault: "Asks a player for its choice as soon as that one has joined.",
    surgery: onCall("GAME_INVITATION", async (send, body, { clock }) => {
      const reply = await send(body);
      const {
        league_id: _,
        role_in_match: __,
        opponent_id,
        round_id,
        ...invitation
      } = body.params as JsonObject;
      const player_id = /"player_id":"([^"]+)"/.exec(reply.body)?.[1];
      const context = { opponent_id, round_id, your_standings: { wins: 0, losses: 0, draws: 0 } };
      const deadline = utc(clock.now() + deadlineOf("CHOOSE_PARITY_CALL"));
      const call = { ...invitation, message_type: "CHOOSE_PARITY_CALL", player_id, context, deadline };
      void send({
        jsonrpc: "2.0",
        id: `early-${String(body.id)}`,
        method: "choose_parity",
        params: call,
      }).catch(() => undefined);
      return reply;
    }),
  }),
];
