/** Public players: each behaves like one family of public agents. */
import { INFORMING, keepsItsId, meta, now, registers, rpc, says, takesItsId } from "./player-messages.js";
import { ownTypes } from "./players-in-plain-words.js";
import { playersWithModels } from "./players-with-models.js";
import { playersWithOneMethod } from "./players-with-one-method.js";
import { playersWithStrictContracts } from "./players-with-strict-contracts.js";
import { type Body, bodyOf, isBody, type PlayerHabits, rpcError, rpcResult } from "./wild-player.js";

/** The method is ignored; answers are JSON-RPC requests with separate ids. */
const byTypeAnsweringWithRequests: PlayerHabits = {
  name: "by-type-answering-with-requests",
  registration: (me) => rpc("register_player", registers(me)),
  joined: keepsItsId,
  answer: ({ params, id }, me, understood) => {
    const message = bodyOf(params);
    const { message_type, match_id, conversation_id } = message;
    const asks = (method: string, fields: Body) => {
      understood(String(message_type), message);
      const own = { ...says(me, method.toUpperCase(), fields), match_id, conversation_id, player_id: me.id };
      return { body: { jsonrpc: "2.0", method, params: own, id: 4711 } };
    };
    if (message_type === "GAME_INVITATION")
      return asks("game_join_ack", { accept: true, arrival_timestamp: now });
    if (message_type === "CHOOSE_PARITY_CALL")
      return asks("choose_parity_response", { parity_choice: me.choice });
    if (!INFORMING.includes(String(message_type)))
      return { body: { status: "error", message: "Unknown message type" } };
    understood(String(message_type), message);
    return rpcResult(id, { status: "acknowledged" });
  },
};

/** The message in params.message, under any method; every failure is HTTP 500 with -32000. */
const messageInParams: PlayerHabits = {
  name: "message-in-params",
  registration: (me) => rpc("handle_message", { message: registers(me) }),
  joined: takesItsId,
  answer: ({ params, id }, me, understood) => {
    const message = bodyOf(bodyOf(params).message);
    const { message_type, match_id, conversation_id } = message;
    const answers = (type: string, fields: Body = {}) => {
      understood(String(message_type), message);
      return rpcResult(id ?? 1, { ...says(me, type, fields), conversation_id });
    };
    if (message.protocol !== "league.v2") return rpcError(id ?? 1, -32000, "Missing protocol", 500);
    if (message_type === "GAME_INVITATION") {
      return answers("GAME_JOIN_ACK", { match_id, player_id: me.id, arrival_timestamp: now, accept: true });
    }
    if (message_type === "CHOOSE_PARITY_CALL") {
      return answers("CHOOSE_PARITY_RESPONSE", { match_id, player_id: me.id, parity_choice: me.choice });
    }
    if (INFORMING.includes(String(message_type))) return answers("ACK");
    return rpcError(id ?? 1, -32000, `Unknown message type: ${String(message_type)}`, 500);
  },
};

/** Nested objects; answers ok to unknown messages; its answers have neither player_id nor arrival_timestamp. */
const nestedAndOk: PlayerHabits = {
  name: "nested-and-ok",
  registration: (me) =>
    rpc("league_register", registers(me, { player_meta: { ...meta(me), protocol_version: "league.v2" } })),
  joined: takesItsId,
  answer: ({ method, params, id }, me, understood) => {
    const message = bodyOf(params);
    const { match_id, round_id, league_id, conversation_id } = message;
    const type = String(method).toUpperCase();
    const nested = { GAME_INVITATION: "game_invitation", CHOOSE_PARITY_CALL: "parity_context" }[type];
    const known = ["GAME_INVITATION", "CHOOSE_PARITY_CALL", ...INFORMING];
    if (!known.includes(type)) return rpcResult(id, { status: "ok" });
    if (nested !== undefined && !isBody(message[nested])) {
      return rpcError(id, -32602, `Invalid params: ${nested} field required`, 400);
    }
    understood(type, message);
    const frame = { league_id, round_id, match_id, conversation_id };
    if (type === "GAME_INVITATION")
      return rpcResult(id, says(me, "GAME_JOIN_ACK", { ...frame, accept: true }));
    if (type === "CHOOSE_PARITY_CALL") {
      return rpcResult(
        id,
        says(me, "CHOOSE_PARITY_RESPONSE", { ...frame, player_id: me.id, parity_choice: me.choice }),
      );
    }
    return rpcResult(id, { status: "ok" });
  },
};

/** Whole seconds, a numbered league manager, HTTP errors, an empty token; answers with the type of the request. */
const numberedManager: PlayerHabits = {
  name: "numbered-manager",
  registration: (me) => rpc("LEAGUE_REGISTER_REQUEST", registers(me, { auth_token: "" })),
  joined: keepsItsId,
  answer: ({ method, params, id }, me, understood) => {
    const aliases: Record<string, string> = {
      handle_game_invitation: "GAME_INVITATION",
      choose_parity: "CHOOSE_PARITY_CALL",
      notify_match_result: "GAME_OVER",
      notify_round: "ROUND_ANNOUNCEMENT",
    };
    const message = bodyOf(params);
    const { match_id, conversation_id, round_id } = message;
    const type = aliases[String(method)] ?? String(method);
    const refuse = (status: number, code: number, text: string) =>
      rpcError(id, code, text, status, { error_code: "E002" });
    if (message.protocol !== "league.v2") return refuse(400, -32602, "Protocol version mismatch");
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(String(message.timestamp))) {
      return refuse(400, -32602, "Invalid params");
    }
    if (!/^(league_manager|referee):[A-Z0-9]+$/.test(String(message.sender))) {
      return refuse(403, -32602, "Sender not registered");
    }
    const known = ["GAME_INVITATION", "CHOOSE_PARITY_CALL", ...INFORMING];
    if (!known.includes(type)) return rpcError(id, -32601, "Method not found", 404, { error_code: "E018" });
    understood(type, message);
    const frame = { match_id, conversation_id, player_id: me.id, auth_token: me.token };
    if (type === "GAME_INVITATION") {
      return rpcResult(
        id,
        says(me, "GAME_JOIN_ACK", { ...frame, round_id: null, arrival_timestamp: now, accept: true }),
      );
    }
    if (type === "CHOOSE_PARITY_CALL") {
      return rpcResult(
        id,
        says(me, "CHOOSE_PARITY_RESPONSE", { ...frame, league_id: null, parity_choice: me.choice }),
      );
    }
    return {
      body: {
        jsonrpc: "2.0",
        id,
        error: null,
        result: {
          message_type: type,
          conversation_id,
          sender: `player:${me.id}`,
          status: "acknowledged",
          round_id,
        },
      },
    };
  },
};

/** Tools with other names, plain acknowledgements in tool content; registers without an envelope. */
const plainTools: PlayerHabits = {
  name: "plain-tools",
  registration: (me) => {
    const { version: _, ...rest } = meta(me);
    return rpc("tools/call", {
      name: "register_player",
      arguments: { player_meta: { ...rest, strategy: "random" } },
    });
  },
  joined: (answer) => {
    const { content } = bodyOf(answer.result) as { content?: [{ text: string }] };
    const { status, player_id, auth_token } = bodyOf(content && JSON.parse(content[0].text));
    return status === "ACCEPTED" ? { id: String(player_id), token: String(auth_token) } : undefined;
  },
  answer: ({ method, params, id }, me, understood) => {
    const tools: Record<string, string> = {
      receive_game_invitation: "GAME_INVITATION",
      choose_parity: "CHOOSE_PARITY_CALL",
      receive_game_over: "GAME_OVER",
      notify_round: "ROUND_ANNOUNCEMENT",
      notify_standings: "LEAGUE_STANDINGS_UPDATE",
      notify_league_completed: "LEAGUE_COMPLETED",
    };
    if (method === "tools/list")
      return rpcResult(id, { tools: Object.keys(tools).map((name) => ({ name })) });
    if (method !== "tools/call") return rpcError(id, -32601, "Method not found");
    const { name, arguments: args } = bodyOf(params);
    const type = tools[String(name)];
    if (type === undefined) return rpcError(id, -32603, `Unknown tool: ${String(name)}`);
    const message = bodyOf(args);
    // It reads the arguments themselves, and no nested objects.
    if (type === "CHOOSE_PARITY_CALL" && message.match_id === undefined)
      return rpcError(id, -32603, "no such match");
    understood(type, message);
    const answer =
      type === "CHOOSE_PARITY_CALL"
        ? says(me, "CHOOSE_PARITY_RESPONSE", { match_id: message.match_id, parity_choice: me.choice })
        : { status: "ACK" };
    return rpcResult(id, { content: [{ type: "text", text: JSON.stringify(answer) }] });
  },
};

/** Requires a whole envelope; joins with a status and acknowledges with RECEIVED. */
const joinsWithStatus: PlayerHabits = {
  name: "joins-with-status",
  registration: (me) => rpc("LEAGUE_REGISTER_REQUEST", registers(me)),
  joined: takesItsId,
  answer: ({ method, params, id }, me, understood) => {
    const message = bodyOf(params);
    const { match_id, conversation_id } = message;
    const envelope = ["protocol", "message_type", "sender", "timestamp", "conversation_id"];
    if (!envelope.every((key) => key in message)) return rpcError(id, -32602, "Invalid envelope");
    const type = String(method);
    if (![...INFORMING, "GAME_INVITATION", "CHOOSE_PARITY_CALL"].includes(type)) {
      return rpcError(id, -32601, `Unknown: ${type}`);
    }
    understood(type, message);
    const frame = { match_id, conversation_id };
    if (type === "GAME_INVITATION")
      return rpcResult(id, says(me, "GAME_JOIN_ACK", { ...frame, status: "ACCEPTED" }));
    if (type === "CHOOSE_PARITY_CALL") {
      return rpcResult(
        id,
        says(me, "CHOOSE_PARITY_RESPONSE", { ...frame, parity_choice: me.choice.toUpperCase() }),
      );
    }
    return rpcResult(id, { status: "RECEIVED" });
  },
};

/** Canonical, but answers and errors have ids of a separate counter. */
const ownCounter: PlayerHabits = {
  name: "own-counter",
  registration: (me) => rpc("register_player", registers(me)),
  joined: takesItsId,
  answer: ({ method, params }, me, understood) => {
    const message = bodyOf(params);
    const { match_id, conversation_id, round_id, message_type } = message;
    const id = 900_001;
    const known: Record<string, [string, Body]> = {
      handle_game_invitation: ["GAME_JOIN_ACK", { accept: true, arrival_timestamp: now }],
      choose_parity: ["CHOOSE_PARITY_RESPONSE", { parity_choice: me.choice }],
      notify_match_result: ["GAME_OVER_ACK", { status: "ACKNOWLEDGED" }],
      notify_round: ["ROUND_ANNOUNCEMENT_ACK", { status: "ACKNOWLEDGED", round_id }],
    };
    const found = known[String(method)];
    if (found === undefined) return rpcError(id, -32601, "Method not found");
    understood(String(message_type), message);
    const [type, fields] = found;
    return rpcResult(id, says(me, type, { ...fields, match_id, conversation_id, player_id: me.id }));
  },
};

export const wildPlayers: readonly PlayerHabits[] = [
  byTypeAnsweringWithRequests,
  messageInParams,
  nestedAndOk,
  numberedManager,
  plainTools,
  joinsWithStatus,
  ownCounter,
  ...playersWithModels,
  ...playersWithOneMethod,
  ownTypes,
  ...playersWithStrictContracts,
];
