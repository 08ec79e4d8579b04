/** Public players, each as one family of public agents is: what a generated form has not. */
import { type Body, bodyOf, isBody, rpcError, rpcResult } from "./json-rpc.js";
import {
  allTypes,
  answersWhole,
  meta,
  now,
  type PlayerForm,
  readAs,
  registers,
  rpc,
  says,
  usual,
} from "./player.js";

/** The message in params.message, under any method; every refusal is HTTP 500. */
export const messageInParams: PlayerForm = {
  ...usual,
  name: "message-in-params",
  registration: (me) => rpc("handle_message", { message: registers(me) }),
  read: ({ params }) => {
    const message = bodyOf(bodyOf(params).message);
    return readAs(allTypes, message.message_type, message);
  },
  refuse: ({ message }, id) =>
    message.protocol === "league.v2" ? undefined : rpcError(id, -32000, "Missing protocol", 500),
  unknown: ({ id }) => rpcError(id ?? 1, -32000, "Unknown message type", 500),
};

export const documentNames: Readonly<Record<string, string>> = {
  handle_game_invitation: "GAME_INVITATION",
  choose_parity: "CHOOSE_PARITY_CALL",
  notify_match_result: "GAME_OVER",
  notify_round: "ROUND_ANNOUNCEMENT",
};

/** Whole seconds, a token in every message, a numbered league manager, HTTP errors; `error` stands beside a result. */
const numberedManager: PlayerForm = {
  ...usual,
  name: "numbered-manager",
  keepsId: true,
  registration: (me) => rpc("LEAGUE_REGISTER_REQUEST", registers(me, { auth_token: "" })),
  read: ({ method, params }) => readAs(allTypes, documentNames[String(method)] ?? method, params),
  refuse: ({ message: { protocol, timestamp, sender, auth_token } }, id) => {
    const because = (code: number, text: string, status: number) => rpcError(id, code, text, status);
    if (protocol !== "league.v2") return because(-32602, "Protocol version mismatch", 400);
    if (!/^[\d-]{10}T[\d:]{8}Z$/.test(String(timestamp))) return because(-32602, "Invalid params", 400);
    if (!/^(league_manager|referee):[A-Z0-9]+$/.test(String(sender)))
      return because(-32602, "Sender not registered", 403);
    return auth_token ? undefined : because(-32001, "Missing auth token", 401);
  },
  answer: (read, me) => ({ ...answersWhole(read, me), auth_token: me.token, league_id: null }),
  reply: (id, result, { type }) =>
    type.startsWith("GAME_I") || type.startsWith("CHOOSE")
      ? rpcResult(id, result)
      : { body: { jsonrpc: "2.0", id, error: null, result } },
  unknown: ({ id }) => rpcError(id, -32601, "Method not found", 404, { error_code: "E018" }),
};

const inContent: PlayerForm["reply"] = (id, answer) =>
  rpcResult(id, { content: [{ type: "text", text: JSON.stringify(answer) }] });

const tools: Readonly<Record<string, string>> = {
  receive_game_invitation: "GAME_INVITATION",
  choose_parity: "CHOOSE_PARITY_CALL",
  receive_game_over: "GAME_OVER",
  notify_round: "ROUND_ANNOUNCEMENT",
  notify_standings: "LEAGUE_STANDINGS_UPDATE",
  notify_league_completed: "LEAGUE_COMPLETED",
};
const listing = (names: readonly string[]) => (request: Body) =>
  request.method === "tools/list"
    ? rpcResult(request.id, { tools: names.map((name) => ({ name })) })
    : undefined;

/** Tools with other names, plain acknowledgements in tool content; registers without an envelope. */
const plainTools: PlayerForm = {
  ...usual,
  name: "plain-tools",
  registration: (me) => {
    const { version: _, ...rest } = meta(me);
    const player_meta = { ...rest, strategy: "random" };
    return rpc("tools/call", { name: "register_player", arguments: { player_meta } });
  },
  describe: listing(Object.keys(tools)),
  read: ({ method, params }) => {
    const { name, arguments: message } = bodyOf(params);
    return method === "tools/call" ? readAs(allTypes, tools[String(name)], message) : undefined;
  },
  // It reads the arguments themselves, and no nested objects.
  refuse: ({ type, message }, id) =>
    type === "CHOOSE_PARITY_CALL" && message.match_id === undefined
      ? rpcError(id, -32603, "no such match")
      : undefined,
  answer: ({ type, message: { match_id } }, me) =>
    type === "CHOOSE_PARITY_CALL"
      ? says(me, "CHOOSE_PARITY_RESPONSE", { match_id, parity_choice: me.choice })
      : { status: "ACK" },
  reply: inContent,
  unknown: ({ id, method, params }) =>
    method === "tools/call"
      ? rpcError(id, -32603, `Unknown tool: ${String(bodyOf(params).name)}`)
      : rpcError(id, -32601, "Method not found"),
};

/** Canonical, but answers and errors have ids of a separate counter. */
export const ownCounter: PlayerForm = {
  ...usual,
  name: "own-counter",
  registration: (me) => rpc("register_player", registers(me)),
  read: ({ method, params }) => readAs(allTypes, documentNames[String(method)], params),
  answer: (read, me) => {
    const { round_id } = read.message;
    const ack = { message_type: `${read.type}_ACK`, status: "ACKNOWLEDGED", player_id: me.id, round_id };
    return { ...answersWhole(read, me), ...(/^(GAME_OVER|ROUND)/.test(read.type) ? ack : {}) };
  },
  reply: (_id, result) => rpcResult(900_001, result),
  unknown: () => rpcError(900_001, -32601, "Method not found"),
};

/** Canonical, but each answer has a conversation of its own. */
const freshConversations: PlayerForm = {
  ...ownCounter,
  name: "fresh-conversations",
  answer: (read, me) => ({ ...ownCounter.answer(read, me), conversation_id: `conv-${read.type}` }),
  reply: rpcResult,
  unknown: usual.unknown,
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

/** Models that name the match in the message and in its nested object; the answer to every unknown method is `ok`. */
const copiesAndOk: PlayerForm = {
  ...usual,
  name: "copies-and-ok",
  registration: (me) => rpc("league_register_request", { ...registers(me), sender: "player:UNREGISTERED" }),
  read: ({ method, params }) => readAs(allTypes, String(method).toUpperCase(), params),
  refuse: ({ type, message }, id) => {
    const isMissing = (path: string) => {
      const [first = "", second] = path.split(".");
      return second === undefined
        ? message[first] === undefined
        : bodyOf(message[first])[second] === undefined;
    };
    const missing = (models[type] ?? []).filter(isMissing);
    if (missing.length === 0) return undefined;
    const faults = missing.map((path) => `${path}\n  Field required [type=missing, input_type=dict]`);
    const text = `Invalid params: ${missing.length} validation errors for ${type}\n${faults.join("\n")}`;
    return rpcError(id, -32602, text, 400);
  },
  answer: (read, me) => {
    const { league_id, round_id } = read.message;
    const frame = { league_id, round_id, auth_token: me.token };
    return /^(GAME_I|CHOOSE)/.test(read.type)
      ? { ...answersWhole(read, me), ...frame }
      : { status: "acknowledged" };
  },
  unknown: ({ id }) => rpcResult(id, { status: "ok" }),
};

/**
 * Its tools are for people; the league calls it under `protocol/message`. Every refusal is a result, and each names
 * one thing that is missing: a token, the league, another type of the invitation. It acknowledges notices about the match only.
 */
const oneMethodBesideTools: PlayerForm = {
  ...usual,
  name: "one-method-beside-tools",
  registration: (me) => {
    const { contact_endpoint: endpoint, ...rest } = meta(me);
    return rpc("tools/call", { name: "register_player", arguments: { ...rest, endpoint } });
  },
  describe: listing(["get_status", "get_player_state", "heartbeat"]),
  read: ({ method, params }) => {
    const { message } = bodyOf(params);
    return method === "protocol/message" && isBody(message)
      ? { type: String(message.message_type).replace("GAME_INVITE", "GAME_INVITATION"), message }
      : undefined;
  },
  refuse: ({ type, message }, id) => {
    const because = (error: string) => rpcResult(id, { success: false, error, error_type: "ProtocolError" });
    if (!message.auth_token)
      return rpcResult(id, { error: "Authentication required", limits: { remaining: 5 } });
    if (message.league_id === undefined) return because("Missing required fields: {'league_id'}");
    const isKnown = ["GAME_INVITE", "CHOOSE_PARITY_CALL", "GAME_OVER"].includes(String(message.message_type));
    return isKnown ? undefined : because(`Unknown message type: ${type}`);
  },
  answer: ({ type }, me) => ({
    ...{ GAME_INVITATION: { success: true, accepted: true } }[type],
    ...{ CHOOSE_PARITY_CALL: { success: true, parity_choice: me.choice, move: 4 } }[type],
    ...{ GAME_OVER: { acknowledged: true, won: false } }[type],
    limits: { remaining: 5 },
  }),
  unknown: ({ id, method, params }) => {
    const text = `Invalid params: Unknown tool: ${String(bodyOf(params).name)}`;
    return method === "tools/call"
      ? rpcError(id, -32602, text)
      : rpcError(id, -32601, `Method not found: ${String(method)}`);
  },
};

const shortNames: Readonly<Record<string, string>> = {
  handle_game_invitation: "GAME_INVITATION",
  parity_choose: "CHOOSE_PARITY_CALL",
  notify_match_result: "GAME_OVER",
};

/** No envelope, and other message types in another member, in answers of two or three members. */
export const ownTypes: PlayerForm = {
  ...usual,
  name: "own-types",
  keepsId: true,
  registration: (me) => rpc("register_player", { player_meta: meta(me) }),
  read: ({ method, params }) => readAs(allTypes, shortNames[String(method)], params),
  answer: ({ type }, me) => {
    if (type === "GAME_INVITATION") return { type: "GAME_JOIN_ACK", accepted: true };
    return type === "GAME_OVER" ? { ok: true } : { type: "RESPONSE_PARITY_CHOOSE", choice: me.choice };
  },
};

/** One method for everything; the answering message is in a member of the result. */
const answersInMember: PlayerForm = {
  ...messageInParams,
  name: "answers-in-member",
  read: ({ params }) => {
    const given = bodyOf(params);
    const message = given.message === undefined ? given : bodyOf(given.message);
    return message.message_type === undefined ? undefined : { type: String(message.message_type), message };
  },
  refuse: () => undefined,
  answer: ({ type, message: { match_id, conversation_id } }, me) => {
    const own = { match_id, conversation_id };
    if (type === "GAME_INVITATION") return says(me, "GAME_JOIN_ACK", own);
    if (type === "CHOOSE_PARITY_CALL") return says(me, "PARITY_CHOICE", { ...own, choice: me.choice });
    return says(me, `${type}_ACK`, { ...own, status: "ok" });
  },
  reply: (id, message) => rpcResult(id, { message }),
  unknown: ({ id }) => rpcError(id, -32602, "missing 'message_type'"),
};

/** Envelope and content in two objects, in requests and answers; one method for everything. */
const twoObjects: PlayerForm = {
  ...usual,
  name: "two-objects",
  registration: (me) => rpc("league.handle", inTwo(registers(me))),
  read: ({ method, params }) => {
    const { envelope, payload } = bodyOf(params);
    const message = { ...bodyOf(envelope), ...bodyOf(payload) };
    return method === "league.handle" ? readAs(allTypes, message.message_type, message) : undefined;
  },
  reply: (id, answer) => rpcResult(id, inTwo(answer)),
  unknown: ({ id, params }) =>
    bodyOf(params).envelope === undefined
      ? rpcError(id, -32602, "Missing 'envelope' in params")
      : rpcError(id, -32601, "Invalid method"),
};

function inTwo(message: Body): Body {
  const { protocol, message_type, sender, timestamp, conversation_id, ...payload } = message;
  return { envelope: { protocol, message_type, sender, timestamp, conversation_id }, payload };
}

const frame = ["protocol", "message_type", "league_id", "round_id", "match_id", "conversation_id", "sender"];
const wanted: Readonly<Record<string, readonly string[]>> = {
  GAME_INVITATION: [...frame, "timestamp", "player_id", "opponent_id"],
  CHOOSE_PARITY_CALL: [...frame, "timestamp", "player_id"],
  GAME_OVER: [...frame, "timestamp", "winner", "drawn_number", "player_a_choice", "player_b_choice"],
};

/** Accepts only the members of the flat contracts, and requires a UUID as the conversation; answers HTTP 400 otherwise. */
const flatToTheLetter: PlayerForm = {
  ...usual,
  name: "flat-to-the-letter",
  keepsId: true,
  registration: (me) => {
    const message = { protocol: "league.v2", message_type: "LEAGUE_REGISTER_REQUEST", player_id: me.id };
    return rpc("league_register_request", { ...message, endpoint: me.url });
  },
  read: ({ params }) => {
    const message = bodyOf(params);
    return message.protocol === "league.v2" ? { type: String(message.message_type), message } : undefined;
  },
  refuse: ({ type, message }, id) => {
    const members = wanted[type];
    const because = (why: string) => rpcError(id, -32602, why, 400);
    if (members === undefined) return undefined;
    const missing = members.find((name) => message[name] === undefined);
    if (missing !== undefined) return because(`missing required field ${missing}`);
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(message.conversation_id)))
      return because("conversation_id is not a UUID");
    const extra = Object.keys(message).filter((name) => ![...members, "auth_token"].includes(name));
    return extra.length > 0 ? because(`unknown fields ${extra.join(", ")}`) : undefined;
  },
  answer: ({ type, message }, me) => {
    const { league_id, round_id, match_id, conversation_id } = message;
    const answers = (message_type: string, fields: Body) => ({
      protocol: "league.v2",
      message_type,
      sender: me.id,
      timestamp: now,
      league_id,
      round_id,
      match_id,
      conversation_id,
      ...fields,
    });
    if (type === "GAME_INVITATION") return answers("GAME_JOIN_ACK", {});
    if (type === "CHOOSE_PARITY_CALL") return answers("PARITY_CHOICE", { choice: me.choice });
    return { status: "received", message_type: type };
  },
  unknown: ({ id }) => rpcError(id, -32602, "protocol must be league.v2", 400),
};

/** Guesses the type of a message from its words, and answers ok to everything; its choice is in the same answer. */
const okToAll: PlayerForm = {
  ...usual,
  name: "ok-to-all",
  keepsId: true,
  registration: (me) => rpc("register", { name: me.name, url: me.url, agent_id: me.id }),
  read: ({ method, params }) => {
    const words = `${String(method)} ${String(bodyOf(params).message_type)}`.toLowerCase();
    const guess = {
      invit: "GAME_INVITATION",
      choose: "CHOOSE_PARITY_CALL",
      over: "GAME_OVER",
      match_result: "GAME_OVER",
    };
    const [, type] = Object.entries(guess).find(([word]) => words.includes(word)) ?? [];
    return type === undefined ? undefined : { type, message: bodyOf(params) };
  },
  answer: ({ type, message: { match_id } }, me) => ({
    status: "ok",
    player_id: me.id,
    sender: me.id,
    timestamp: 1766224800.5,
    match_id,
    ...{ GAME_INVITATION: { accepted: true }, CHOOSE_PARITY_CALL: { choice: me.choice } }[type],
  }),
  unknown: ({ id }) => rpcResult(id, { status: "ok", timestamp: 1766224800.5 }),
};

/** The three messages of a match and two notices, in whole seconds: it knows no standings, and no end of a round. */
export const knowsFewNotices: PlayerForm = {
  ...usual,
  name: "knows-few-notices",
  read: ({ method, params }) =>
    readAs(
      allTypes.filter((type) => !/STANDINGS|ROUND_COMPLETED/.test(type)),
      method,
      params,
    ),
  refuse: ({ message: { protocol, timestamp } }, id) =>
    protocol === undefined || /\.\d/.test(String(timestamp))
      ? rpcError(id, -32602, "Invalid envelope")
      : undefined,
  answer: (read, me) =>
    read.type === "CHOOSE_PARITY_CALL" ? answersWhole(read, me) : { status: "RECEIVED" },
};

/** Plain messages; it knows those of a match only, and refuses all others with HTTP 422. */
export const knowsNoNotices: PlayerForm = {
  ...usual,
  name: "knows-no-notices",
  isBare: true,
  registration: ({ name: display_name, url: endpoint }) => ({
    message_type: "LEAGUE_REGISTER_REQUEST",
    display_name,
    endpoint,
  }),
  read: (message) => readAs(allTypes.slice(0, 3), message.message_type, message),
  answer: ({ type, message: { match_id } }, me) => ({
    match_id,
    ok: true,
    ...{ GAME_INVITATION: { accepted: true }, CHOOSE_PARITY_CALL: { choice: me.choice } }[type],
  }),
  reply: (_id, body) => ({ body }),
  unknown: () => ({ status: 422, body: { detail: "unknown message" } }),
};

/** Takes messages at the path of its openapi.json only. */
export const atItsOwnPath: PlayerForm = {
  ...usual,
  name: "at-its-own-path",
  path: "/RPC",
  registration: (me) => {
    const player_meta = { ...meta(me), contact_endpoint: new URL(me.url).origin };
    return rpc("LEAGUE_REGISTER_REQUEST", registers(me, { player_meta }));
  },
  read: ({ method, params }) => readAs(allTypes, documentNames[String(method)], params),
};

export const publicPlayers: readonly PlayerForm[] = [
  ...[messageInParams, numberedManager, plainTools, ownCounter, copiesAndOk, oneMethodBesideTools, ownTypes],
  ...[answersInMember, flatToTheLetter, okToAll, knowsFewNotices, twoObjects, freshConversations],
];
