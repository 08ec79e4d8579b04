/** Players that follow their own interpretation of one document, with unlisted forms of answers. */
import { keepsItsId, now, registers, rpc, says, takesItsId } from "./player-messages.js";
import { type Body, bodyOf, type PlayerHabits, rpcError, rpcResult } from "./wild-player.js";

/** One method for everything; the answering message is in a member of the result. */
const answersInMember: PlayerHabits = {
  name: "answers-in-member",
  registration: (me) => rpc("handle_message", { message: registers(me) }),
  joined: takesItsId,
  answer: ({ params, id }, me, understood) => {
    const given = bodyOf(params);
    const message = given.message === undefined ? given : bodyOf(given.message);
    const { message_type, match_id, conversation_id } = message;
    if (message_type === undefined) return rpcError(id, -32602, "missing 'message_type'");
    understood(String(message_type), message);
    const answers = (type: string, fields: Body = {}) =>
      rpcResult(id, { message: { ...says(me, type, fields), match_id, conversation_id } });
    if (message_type === "GAME_INVITATION") return answers("GAME_JOIN_ACK");
    if (message_type === "CHOOSE_PARITY_CALL") return answers("PARITY_CHOICE", { choice: me.choice });
    return answers(`${String(message_type)}_ACK`, { status: "ok" });
  },
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const frame = ["protocol", "message_type", "league_id", "round_id", "match_id", "conversation_id", "sender"];
const wanted: Readonly<Record<string, readonly string[]>> = {
  GAME_INVITATION: [...frame, "timestamp", "player_id", "opponent_id"],
  CHOOSE_PARITY_CALL: [...frame, "timestamp", "player_id"],
  GAME_OVER: [...frame, "timestamp", "winner", "drawn_number", "player_a_choice", "player_b_choice"],
};
const tolerated = ["auth_token"];

/** Accepts only the members of the flat contracts, and requires a UUID as the conversation; answers HTTP 400 otherwise. */
const flatToTheLetter: PlayerHabits = {
  name: "flat-to-the-letter",
  registration: (me) =>
    rpc("league_register_request", {
      ...{ protocol: "league.v2", message_type: "LEAGUE_REGISTER_REQUEST" },
      ...{ player_id: me.id, endpoint: me.url },
    }),
  joined: keepsItsId,
  answer: ({ params, id }, me, understood) => {
    const message = bodyOf(params);
    const type = String(message.message_type);
    const members = wanted[type];
    const refuses = (why: string) => rpcError(id, -32602, why, 400);
    if (message.protocol !== "league.v2") return refuses("protocol must be league.v2");
    if (members === undefined) {
      understood(type, message);
      return rpcResult(id, { status: "received", message_type: type });
    }
    const missing = members.find((name) => message[name] === undefined);
    if (missing !== undefined) return refuses(`missing required field ${missing}`);
    if (!uuid.test(String(message.conversation_id))) return refuses("conversation_id is not a UUID");
    const extra = Object.keys(message).filter((name) => ![...members, ...tolerated].includes(name));
    if (extra.length > 0) return refuses(`unknown fields ${extra.join(", ")}`);
    understood(type, message);
    const { league_id, round_id, match_id, conversation_id } = message;
    const answers = (message_type: string, fields: Body) => ({
      ...{ protocol: "league.v2", message_type, sender: me.id, timestamp: now },
      ...{ league_id, round_id, match_id, conversation_id, ...fields },
    });
    if (type === "GAME_INVITATION") return rpcResult(id, answers("GAME_JOIN_ACK", {}));
    if (type === "CHOOSE_PARITY_CALL") return rpcResult(id, answers("PARITY_CHOICE", { choice: me.choice }));
    return rpcResult(id, { status: "received", message_type: type });
  },
};

/** Guesses the type of a message from its words, and answers ok to everything; its choice is in the same answer. */
const okToAll: PlayerHabits = {
  name: "ok-to-all",
  registration: (me) => rpc("register", { name: me.name, url: me.url, agent_id: me.id }),
  joined: keepsItsId,
  answer: ({ method, params, id }, me, understood) => {
    const message = bodyOf(params);
    const words = `${String(method)} ${String(message.message_type)}`.toLowerCase();
    const { match_id } = message;
    const ok = { status: "ok", player_id: me.id, sender: me.id, timestamp: 1766224800.5, match_id };
    const answers = (type: string, fields: Body) => {
      understood(type, message);
      return rpcResult(id, { ...ok, ...fields });
    };
    if (words.includes("invit")) return answers("GAME_INVITATION", { accepted: true });
    if (words.includes("choose")) return answers("CHOOSE_PARITY_CALL", { choice: me.choice });
    if (/over|match_result/.test(words)) return answers("GAME_OVER", {});
    return rpcResult(id, ok);
  },
};

export const playersWithStrictContracts: readonly PlayerHabits[] = [
  answersInMember,
  flatToTheLetter,
  okToAll,
];
