/** Players with minimal answers: bare words without JSON-RPC, or other types and no envelope. */
import { keepsItsId, meta, registers, says, takesItsId } from "./player-messages.js";
import { type Body, bodyOf, type PlayerHabits, rpcError, rpcResult } from "./wild-player.js";

/** Uses no JSON-RPC in both directions, and gives the same answer to all notifications. */
export const joinsBare = (toNotices: Body): PlayerHabits => ({
  name: "joins-bare",
  isBare: true,
  registration: (me) => registers(me),
  joined: (answer) => takesItsId({ result: answer }),
  answer: (message, me, understood) => {
    const { message_type, match_id, conversation_id } = message;
    const own = { match_id, conversation_id, player_id: me.id };
    if (message_type === "GAME_INVITATION") {
      understood(message_type, message);
      return {
        body: says(me, "GAME_JOIN_ACK", { ...own, accept: true, arrival_timestamp: message.timestamp }),
      };
    }
    if (message_type === "CHOOSE_PARITY_CALL") {
      understood(message_type, message);
      return { body: says(me, "CHOOSE_PARITY_RESPONSE", { ...own, parity_choice: me.choice }) };
    }
    return { body: toNotices };
  },
});

/** No envelope, and other message types in another member, in answers of two or three members. */
export const ownTypes: PlayerHabits = {
  name: "own-types",
  registration: (me) => ({
    jsonrpc: "2.0",
    id: 1,
    method: "register_player",
    params: { player_meta: meta(me) },
  }),
  joined: keepsItsId,
  answer: ({ method, params, id }, me, understood) => {
    const results: Record<string, Body> = {
      handle_game_invitation: { type: "GAME_JOIN_ACK", accepted: true },
      parity_choose: { type: "RESPONSE_PARITY_CHOOSE", choice: me.choice },
      notify_match_result: { ok: true },
    };
    const result = results[String(method)];
    if (result === undefined) return rpcError(id, -32601, `Method '${String(method)}' not found`);
    const message = bodyOf(params);
    if (typeof message.message_type === "string") understood(message.message_type, message);
    return rpcResult(id, result);
  },
};
