/** Players that spell the names of the contract otherwise, open sessions, or answer with less than an object. */
import { INFORMING, meta, registers, rpc, takesItsId } from "./player-messages.js";
import { type Body, bodyOf, type PlayerHabits, rpcError, rpcResult } from "./wild-player.js";

const sent = 1_795_446_195_960;
const camelNames = { handle_game_invitation: "join", choose_parity: "choose", notify_match_result: "end" };

/** Members in camelCase, times in milliseconds; nothing else is read. */
const inCamelCase: PlayerHabits = {
  name: "in camelCase",
  registration: ({ name, url }) =>
    rpc("register_player", {
      ...{ protocol: "league.v2", messageType: "LEAGUE_REGISTER_REQUEST", sender: `player:${name}` },
      ...{ timestamp: sent, conversationId: "conv-camel-1" },
      playerMeta: { displayName: name, version: "1.0.0", gameTypes: ["even_odd"], contactEndpoint: url },
    }),
  joined: ({ result }) => {
    const { playerId, authToken, timestamp } = bodyOf(result);
    if (typeof playerId !== "string" || typeof timestamp !== "number") return undefined;
    return { id: playerId, token: String(authToken) };
  },
  answer: ({ method, params, id }, me, understood) => {
    const name = String(method);
    if (!Object.hasOwn(camelNames, name)) return rpcError(id, -32601, `Method not found: ${name}`);
    const { matchId, conversationId, messageType, gameResult } = bodyOf(params);
    if (matchId === undefined) return rpcError(id, -32602, "Invalid params: matchId is undefined");
    understood(String(messageType), { match_id: matchId });
    const says = (type: string, rest: Body) =>
      rpcResult(id, {
        ...{ protocol: "league.v2", messageType: type, sender: `player:${me.id}`, timestamp: sent },
        ...{ conversationId, matchId, playerId: me.id, ...rest },
      });
    if (name === "handle_game_invitation")
      return says("GAME_JOIN_ACK", { accept: true, arrivalTimestamp: sent });
    if (name === "choose_parity") return says("CHOOSE_PARITY_RESPONSE", { parityChoice: me.choice });
    return says("GAME_OVER_ACK", { status: "ACKNOWLEDGED", gameResult });
  },
};

/** Message types are class names, and messages are in two objects; its id is a number. */
const withClassNames: PlayerHabits = {
  name: "with class names",
  isBare: true,
  registration: ({ url }) => ({
    meta: {
      ...{ message_type: "LeagueRegisterRequest", sender: 7, conversation_id: "conv-class-1" },
      ...{ protocol: "league.v2", timestamp: sent / 1_000 },
    },
    payload: { player_id: 7, endpoint: url },
  }),
  joined: ({ meta: head, payload }) => {
    const { auth_token } = bodyOf(payload);
    const isNamed = bodyOf(head).message_type === "LeagueRegisterResponse";
    return isNamed && typeof auth_token === "string" ? { id: "7", token: auth_token } : undefined;
  },
  answer: ({ meta: head, payload }, me, understood) => {
    const { message_type, conversation_id } = bodyOf(head);
    const { match_id } = bodyOf(payload);
    const type = String(message_type);
    if (!/^([A-Z][a-z]+)+$/.test(type)) return { status: 400, body: { error: "malformed message" } };
    understood(type, bodyOf(payload));
    const says = (name: string, rest: Body) => ({
      body: {
        meta: {
          message_type: name,
          sender: 7,
          conversation_id,
          protocol: "league.v2",
          timestamp: sent / 1_000,
        },
        payload: { match_id, ...rest },
      },
    });
    if (type === "GameInvitation") return says("GameJoinAck", { accepted: true });
    if (type === "ChooseParityCall") return says("ParityChoice", { choice: me.choice.toUpperCase() });
    return says("Received", {});
  },
};

/** Tools for clients that have sent `initialize`; others are refused with HTTP 200. */
const inSessions = (): PlayerHabits => {
  let isOpen = false;
  return {
    name: "in sessions",
    registration: (me) => rpc("tools/call", { name: "register_player", arguments: registers(me) }),
    joined: ({ result }) => {
      const [content] = bodyOf(result).content as readonly Body[];
      return takesItsId({ result: JSON.parse(String(content?.text)) });
    },
    answer: ({ method, params, id }, me, understood) => {
      if (method === "initialize") {
        isOpen = true;
        return rpcResult(id, { protocolVersion: "2024-11-05", capabilities: {} });
      }
      if (!isOpen) return rpcError(id, -32002, "Server not initialized");
      const { name, arguments: given } = bodyOf(params);
      const message = bodyOf(given);
      const { message_type, conversation_id, match_id } = message;
      if (method !== "tools/call" || message_type === undefined)
        return rpcError(id, -32601, `Method not found: ${String(method)}`);
      understood(String(message_type), message);
      const says = (type: string, rest: Body) => {
        const head = { protocol: "league.v2", message_type: type, sender: `player:${me.id}` };
        const whole = { ...head, timestamp: "2025-12-20T10:00:00.000Z", conversation_id, match_id, ...rest };
        return rpcResult(id, { content: [{ type: "text", text: JSON.stringify(whole) }] });
      };
      const own = { player_id: me.id };
      if (message_type === "GAME_INVITATION")
        return says("GAME_JOIN_ACK", { ...own, accept: true, arrival_timestamp: "2025-12-20T10:00:00.000Z" });
      if (message_type === "CHOOSE_PARITY_CALL")
        return says("CHOOSE_PARITY_RESPONSE", { ...own, parity_choice: me.choice });
      return says(String(name), { status: "ACKNOWLEDGED" });
    },
  };
};

/** The choice alone as the result, an HTTP 202 without a body for notices, and errors without a code. */
const withBareResults: PlayerHabits = {
  name: "with bare results",
  registration: (me) => rpc("register", { name: me.name, endpoint: meta(me).contact_endpoint }),
  joined: takesItsId,
  answer: ({ method, params, id }, me, understood) => {
    const message = bodyOf(params);
    const type = String(message.message_type);
    understood(type, message);
    if (method === "handle_game_invitation") return rpcResult(id, true);
    if (method === "choose_parity") return rpcResult(id, me.choice.toUpperCase());
    if (INFORMING.includes(type)) return { status: 202, body: undefined };
    return { body: { jsonrpc: "2.0", id, error: { message: `unknown method ${String(method)}` } } };
  },
};

export const playersWithOwnSpellings: readonly (() => PlayerHabits)[] = [
  () => inCamelCase,
  () => withClassNames,
  inSessions,
  () => withBareResults,
];
