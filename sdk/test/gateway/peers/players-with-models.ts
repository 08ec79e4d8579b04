/** Players whose messages are models of a validation library: a refusal names the missing members. */
import { INFORMING, now, registers, rpc, says, takesItsId } from "./player-messages.js";
import { type Body, bodyOf, isBody, type PlayerHabits, rpcError, rpcResult } from "./wild-player.js";

/** Methods in lower case, which every refusal lists; the details in objects, which a refusal names as pydantic does. */
const listsItsMethods: PlayerHabits = {
  name: "lists-its-methods",
  registration: (me) => rpc("league_register_request", registers(me)),
  joined: takesItsId,
  answer: ({ method, params, id }, me, understood) => {
    const message = bodyOf(params);
    const { match_id, conversation_id } = message;
    const type = String(method).toUpperCase();
    const known = ["GAME_INVITATION", "CHOOSE_PARITY_CALL", ...INFORMING];
    if (!known.includes(type)) {
      const names = known.map((one) => one.toLowerCase()).join(", ");
      return rpcError(id, -32601, `Method not found: ${String(method)}. Known methods: ${names}`);
    }
    const details = { GAME_INVITATION: "game_invitation", CHOOSE_PARITY_CALL: "parity_context" }[type];
    if (details !== undefined && !isBody(message[details])) {
      const text = `1 validation error\n${details}\n  Field required [type=missing]`;
      return rpcError(id, -32602, `Invalid params: ${text}`, 400);
    }
    understood(type, message);
    const frame = { match_id, conversation_id, player_id: me.id };
    if (type === "GAME_INVITATION") {
      return rpcResult(id, says(me, "GAME_JOIN_ACK", { ...frame, arrival_timestamp: now, accept: true }));
    }
    if (type === "CHOOSE_PARITY_CALL") {
      return rpcResult(id, says(me, "CHOOSE_PARITY_RESPONSE", { ...frame, parity_choice: me.choice }));
    }
    return rpcResult(id, { status: "ok" });
  },
};

/** The required members of a player's models, with a dot before those of its nested object. */
const models: Readonly<Record<string, readonly string[]>> = {
  GAME_INVITATION: [
    ...["league_id", "round_id", "match_id", "game_invitation"],
    ...["game_invitation.match_id", "game_invitation.role_in_match", "game_invitation.opponent_id"],
  ],
  CHOOSE_PARITY_CALL: [
    ...["league_id", "round_id", "match_id", "player_id", "deadline", "parity_context"],
    "parity_context.opponent_id",
  ],
  GAME_OVER: ["league_id", "round_id", "match_id", "game_result"],
};

function isMissing(message: Body, path: string): boolean {
  const [first = "", second] = path.split(".");
  if (second === undefined) return message[first] === undefined;
  return isBody(message[first]) && message[first][second] === undefined;
}

/** The match is named in the message and in its nested object; the answer to every unknown method is `ok`. */
const copiesAndOk: PlayerHabits = {
  name: "copies-and-ok",
  registration: (me) => rpc("league_register_request", { ...registers(me), sender: "player:UNREGISTERED" }),
  joined: takesItsId,
  answer: ({ method, params, id }, me, understood) => {
    const message = bodyOf(params);
    const { match_id, round_id, league_id, conversation_id } = message;
    const type = String(method).toUpperCase();
    const isKnown = [type, type.toLowerCase()].includes(String(method));
    if (!isKnown || ![...INFORMING, "GAME_INVITATION", "CHOOSE_PARITY_CALL"].includes(type))
      return rpcResult(id, { status: "ok" });
    const missing = (models[type] ?? []).filter((path) => isMissing(message, path));
    if (missing.length > 0) {
      const faults = missing.map((path) => `${path}\n  Field required [type=missing, input_type=dict]`);
      const text = `Invalid params: ${missing.length} validation errors for ${type}\n${faults.join("\n")}`;
      return rpcError(id, -32602, text, 400);
    }
    understood(type, message);
    const frame = { league_id, round_id, match_id, conversation_id, auth_token: me.token };
    if (type === "GAME_INVITATION")
      return rpcResult(id, says(me, "GAME_JOIN_ACK", { ...frame, accept: true }));
    if (type === "CHOOSE_PARITY_CALL") {
      const fields = { ...frame, player_id: me.id, parity_choice: me.choice };
      return rpcResult(id, says(me, "CHOOSE_PARITY_RESPONSE", fields));
    }
    return rpcResult(id, { status: "acknowledged" });
  },
};

export const playersWithModels: readonly PlayerHabits[] = [listsItsMethods, copiesAndOk];
