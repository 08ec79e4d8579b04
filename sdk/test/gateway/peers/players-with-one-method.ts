/** Players that accept every message under one method, which their descriptions do not name. */
import { keepsItsId, meta, rpc } from "./player-messages.js";
import { type Body, bodyOf, type PlayerHabits, rpcError, rpcResult } from "./wild-player.js";

const inToolResult = (value: Body) => ({ content: [{ type: "text", text: JSON.stringify(value) }] });

/** Other members of an answer; none is of the protocol. */
const beside = { limits: { remaining: 5 } };

/**
 * Its tools are for people; the league calls it under `protocol/message`. Every refusal is a result, and each names
 * one thing that is missing: a token, the league, another type of the invitation. It acknowledges notices about the match only.
 */
const oneMethodBesideTools: PlayerHabits = {
  name: "one-method-beside-tools",
  registration: (me) => {
    const { contact_endpoint: endpoint, ...rest } = meta(me);
    return rpc("tools/call", { name: "register_player", arguments: { ...rest, endpoint } });
  },
  joined: (answer, me) => {
    const { content } = bodyOf(answer.result) as { content?: [{ text: string }] };
    const said = bodyOf(content && JSON.parse(content[0].text));
    const joined = keepsItsId({ result: said }, me);
    return joined === undefined ? undefined : { ...joined, id: String(said.player_id) };
  },
  answer: ({ method, params, id }, me, understood) => {
    const tools = ["get_status", "get_player_state", "heartbeat"];
    if (method === "tools/list") return rpcResult(id, { tools: tools.map((name) => ({ name })) });
    if (method === "tools/call") {
      const name = String(bodyOf(params).name);
      if (!tools.includes(name)) return rpcError(id, -32602, `Invalid params: Unknown tool: ${name}`);
      return rpcResult(id, inToolResult({ player_id: me.id, active_games: 0 }));
    }
    if (method !== "protocol/message") return rpcError(id, -32601, `Method not found: ${String(method)}`);
    const message = bodyOf(bodyOf(params).message);
    const refuse = (error: string) => rpcResult(id, { success: false, error, error_type: "ProtocolError" });
    if (!message.auth_token) return rpcResult(id, { error: "Authentication required", ...beside });
    if (message.league_id === undefined) return refuse("Missing required fields: {'league_id'}");
    const type = String(message.message_type);
    if (type === "GAME_INVITE") {
      understood("GAME_INVITATION", message);
      return rpcResult(id, { success: true, accepted: true, ...beside });
    }
    if (type === "CHOOSE_PARITY_CALL") {
      understood(type, message);
      return rpcResult(id, { success: true, parity_choice: me.choice, move: 4, ...beside });
    }
    if (type !== "GAME_OVER") return refuse(`Unknown message type: ${type}`);
    understood(type, message);
    return rpcResult(id, { acknowledged: true, won: false, ...beside });
  },
};

export const playersWithOneMethod: readonly PlayerHabits[] = [oneMethodBesideTools];
