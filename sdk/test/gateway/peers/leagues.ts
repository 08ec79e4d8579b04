/** Public league managers: each behaves like one family of public agents. */

import { type Body, bodyOf, isBody, type Reply, rpcError, rpcResult } from "./json-rpc.js";
import { rpc } from "./player.js";
import type { LeagueHabits } from "./wild-league.js";

const now = "2025-12-20T10:00:00Z";

const says = (message_type: string, fields: Body, sender = "league_manager"): Body => ({
  protocol: "league.v2",
  message_type,
  sender,
  timestamp: now,
  conversation_id: "conv-league",
  ...fields,
});

const endpointIn = (message: Body): string | undefined => {
  const meta = [message.player_meta, message.referee_meta].find(isBody);
  return typeof meta?.contact_endpoint === "string" ? meta.contact_endpoint : undefined;
};

const names: Record<string, string> = {
  ROUND_ANNOUNCEMENT: "notify_round",
  LEAGUE_COMPLETED: "notify_league_completed",
  RUN_MATCH: "run_match",
};

const acceptance = (id: string, role: string) => ({
  status: "ACCEPTED",
  [`${role}_id`]: id,
  auth_token: `token-of-${id}`,
});

const typed = (message: Body) => {
  const { message_type } = message;
  return typeof message_type === "string" ? { type: message_type, message } : undefined;
};

/** Answers registrations as JSON-RPC requests in the body; announces, and acknowledges with a status. */
const answersWithRequests: LeagueHabits = {
  name: "answers-with-requests",
  read: ({ params }) => typed(bodyOf(params)),
  endpoint: endpointIn,
  accepts: (id, role) => ({
    body: rpc("register_response", says(`${role.toUpperCase()}_REGISTER_RESPONSE`, acceptance(id, role))),
  }),
  acknowledges: (_type, _message, { id }) => rpcResult(id, { status: "acknowledged" }),
  refuses: () => ({ body: { status: "error", message: "Unknown message type" } }),
  tell: (type, fields) => rpc(names[type] ?? type, says(type, fields)),
};

/** One method, the message in params.message; all failures are HTTP 500 with -32000. */
const messageInParams: LeagueHabits = {
  name: "message-in-params",
  read: ({ params }) => typed(bodyOf(bodyOf(params).message)),
  endpoint: endpointIn,
  accepts: (id, role, { id: rpcId }) =>
    rpcResult(
      rpcId,
      says(
        role === "player" ? "LEAGUE_REGISTER_RESPONSE" : "REFEREE_REGISTER_RESPONSE",
        acceptance(id, role),
      ),
    ),
  acknowledges: (_type, _message, { id }) => rpcResult(id, says("ACK", {})),
  refuses: ({ id }) => rpcError(id, -32000, "Missing protocol", 500),
  tell: (type, fields) => rpc("handle_message", { message: says(type, fields) }),
  start: (match, { url }) => {
    const { round_id, ...rest } = match;
    const matches = [{ ...rest, referee_endpoint: url }];
    return rpc("handle_message", {
      message: says("ROUND_ANNOUNCEMENT", { league_id: "wild", round_id, matches }),
    });
  },
};

/** A numbered manager, error null next to the result; an agent that is already registered is refused with HTTP 409. */
const numbered: LeagueHabits = {
  name: "numbered",
  read: ({ params }) => typed(bodyOf(params)),
  endpoint: endpointIn,
  accepts: (id, role, { id: rpcId }): Reply => ({
    body: {
      jsonrpc: "2.0",
      id: rpcId,
      result: says(
        role === "player" ? "LEAGUE_REGISTER_RESPONSE" : "REFEREE_REGISTER_RESPONSE",
        acceptance(id, role),
        "league_manager:LM01",
      ),
      error: null,
    },
  }),
  acknowledges: (type, { conversation_id }, { id }) =>
    rpcResult(id, { message_type: type, status: "recorded", conversation_id, sender: "league_manager:LM01" }),
  refuses: ({ id }) => rpcError(id, -32601, "Method not found", 404, { error_code: "E018" }),
  tell: (type, fields) => rpc(type, says(type, fields, "league_manager:LM01")),
};

/** Tools only; plain answers in tool content, no envelope, no sender. */
const plainTools: LeagueHabits = {
  name: "plain-tools",
  read: ({ method, params }) => {
    const { name, arguments: args } = bodyOf(params);
    const types: Record<string, string> = {
      register_player: "LEAGUE_REGISTER_REQUEST",
      register_referee: "REFEREE_REGISTER_REQUEST",
      report_match_result: "MATCH_RESULT_REPORT",
    };
    const type = method === "tools/call" ? types[String(name)] : undefined;
    return type === undefined ? undefined : { type, message: bodyOf(args) };
  },
  endpoint: endpointIn,
  accepts: (id, role, { id: rpcId }) => inContent(rpcId, { ...acceptance(id, role), reason: null }),
  acknowledges: (_type, _message, { id }) => inContent(id, { status: "OK" }),
  refuses: ({ id, method }) =>
    method === "tools/call" ? rpcError(id, -32603, "Unknown tool") : rpcError(id, -32601, "Method not found"),
  tell: (type, fields) => rpc("tools/call", { name: names[type] ?? type.toLowerCase(), arguments: fields }),
  start: (match) => rpc("tools/call", { name: "start_match", arguments: match }),
};

const described = (name: string) => ({
  name,
  inputSchema: {
    type: "object",
    properties: {
      display_name: { type: "string" },
      endpoint: { type: "string" },
      version: { type: "string" },
      game_types: { type: "array", items: { type: "string" } },
    },
    required: ["display_name", "endpoint"],
  },
});

/** Flat registrations, as in its tool list; it accepts every caller, at the stated address. */
const flatTools: LeagueHabits = {
  ...plainTools,
  name: "flat-tools",
  endpoint: ({ endpoint }) => (typeof endpoint === "string" ? endpoint : ""),
  refuses: (request) =>
    request.method === "tools/list"
      ? rpcResult(request.id, { tools: [described("register_player"), described("register_referee")] })
      : plainTools.refuses(request),
};

/** The documents' names, but a match is started by assign_match, which is answered after it. */
const assigns: LeagueHabits = {
  name: "assigns",
  read: ({ params }) => typed(bodyOf(params)),
  endpoint: endpointIn,
  accepts: (id, role, { id: rpcId }) =>
    rpcResult(rpcId, { ...acceptance(id, role), league_id: "wild", message_type: "REGISTRATION_ACK" }),
  acknowledges: (_type, _message, { id }) => rpcResult(id, { status: "recorded" }),
  refuses: ({ id }) => rpcError(id, -32601, "Method not found"),
  tell: (type, fields) => rpc(names[type] ?? type, says(type, fields)),
  start: (match) => rpc("assign_match", says("RUN_MATCH", match)),
};

/** Accepts with a different status in an object, and assigns matches by their type. */
const nestedAcceptance: LeagueHabits = {
  name: "nested-acceptance",
  read: ({ params }) => typed(bodyOf(params)),
  endpoint: endpointIn,
  accepts: (id, role, { id: rpcId }) =>
    rpcResult(rpcId, { status: "REGISTERED", data: { [`${role}_id`]: id, token: `token-of-${id}` } }),
  acknowledges: (_type, _message, { id }) => rpcResult(id, { status: "RECEIVED" }),
  refuses: ({ id }) => rpcError(id, -32602, "Invalid envelope"),
  tell: (type, fields) => rpc(type, says(type, fields)),
  start: ({ player_A_id, player_B_id, player_A_endpoint, player_B_endpoint, ...match }) => {
    const players = { player_a: player_A_id, player_b: player_B_id };
    const endpoints = { player_a_endpoint: player_A_endpoint, player_b_endpoint: player_B_endpoint };
    return rpc("MATCH_ASSIGNMENT", says("MATCH_ASSIGNMENT", { ...match, ...players, ...endpoints }));
  },
};

/** The documents' names, but a match is started by a plain POST without an envelope, which is answered after it. */
const postsMatches: LeagueHabits = {
  ...assigns,
  name: "posts-matches",
  startPath: "/run_match",
  start: ({ match_id, round_id, ...match }) => ({
    ...{ match_id, round_id },
    ...{ player_a_id: match.player_A_id, player_b_id: match.player_B_id },
    ...{ player_a_endpoint: match.player_A_endpoint, player_b_endpoint: match.player_B_endpoint },
  }),
};

/** Accepts every report, and counts only the members next to the result: without them it finds no players. */
const flatResults: LeagueHabits = {
  ...nestedAcceptance,
  name: "flat-results",
  read: ({ method, params }) => {
    const message = bodyOf(params);
    const { message_type: type } = message;
    if (type !== "MATCH_RESULT_REPORT") return method === type ? typed(message) : undefined;
    const { match_id, player_a_id, player_b_id, player_a_result, player_b_result, winner_id } = message;
    const counted = { match_id, player_a_id, player_b_id, player_a_result, player_b_result, winner_id };
    return method === type ? { type: String(type), message: counted } : undefined;
  },
  refuses: ({ id, method }) => rpcError(id, -32601, `Unknown: ${String(method)}`),
};

function inContent(id: unknown, message: Body): Reply {
  return rpcResult(id, { content: [{ type: "text", text: JSON.stringify(message) }] });
}

export const wildLeagues: readonly LeagueHabits[] = [
  answersWithRequests,
  messageInParams,
  numbered,
  plainTools,
  flatTools,
  assigns,
  nestedAcceptance,
  postsMatches,
  flatResults,
];
