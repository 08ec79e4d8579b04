/** A league manager as data, without any part of the SDK: how it reads its members, and what it answers and tells them. */
import type { MemoryNetwork } from "../../../src/memory/index.js";
import { type Body, bodyOf, handlerOf, isBody, post, type Reply, rpcError, rpcResult } from "./json-rpc.js";
import { now, rpc } from "./player.js";

export interface Joined {
  readonly id: string;
  readonly url: string;
}

export interface LeagueForm {
  readonly name: string;
  /** The type and the message of a request; undefined for an unreadable one. */
  readonly read: (request: Body) => { readonly type: string; readonly message: Body } | undefined;
  /** The address in a registration; undefined if this manager refuses it. */
  readonly endpoint: (message: Body) => string | undefined;
  readonly accepts: (id: string, role: "player" | "referee", request: Body) => Reply;
  readonly acknowledges: (type: string, message: Body, request: Body) => Reply;
  readonly refuses: (request: Body) => Reply;
  /** An announcement or an order to an agent. */
  readonly tell: (type: string, fields: Body) => Body;
  /** The path at which it starts matches, if that is not the referee's address. */
  readonly startPath?: string;
  /** Whether the members of what starts a match are in the query of the path. */
  readonly startsByQuery?: true;
  /** What starts a match at a referee. */
  readonly start?: (match: Body, referee: Joined) => Body;
}

export class LeagueInForm {
  readonly players: Joined[] = [];
  readonly referees: Joined[] = [];
  readonly reports: Body[] = [];
  readonly registrations: string[] = [];
  readonly #form: LeagueForm;
  readonly #network: MemoryNetwork;

  constructor(form: LeagueForm, network: MemoryNetwork) {
    this.#form = form;
    this.#network = network;
  }

  readonly handle = handlerOf((request) => this.#answer(request));

  #answer(request: Body): Reply {
    const form = this.#form;
    const read = form.read(request);
    if (read === undefined) return form.refuses(request);
    const { type, message } = read;
    if (type === "MATCH_RESULT_REPORT") this.reports.push(message);
    if (!type.endsWith("REGISTER_REQUEST")) return form.acknowledges(type, message, request);
    const url = form.endpoint(message);
    if (url === undefined) return form.refuses(request);
    this.registrations.push(url);
    const role = type.startsWith("REFEREE") ? "referee" : "player";
    const members = role === "player" ? this.players : this.referees;
    const id = `${role === "player" ? "P" : "REF"}0${members.length + 1}`;
    members.push({ id, url });
    return form.accepts(id, role, request);
  }

  /** A message to an agent in this manager's form, and its answer. */
  async tell({ url }: Joined, type: string, fields: Body): Promise<Body> {
    return this.send(url, this.#form.tell(type, fields));
  }

  /** Starts a match of the first two players. @returns the referee's answer */
  async start(referee: Joined): Promise<Body> {
    const { start, startPath = "", startsByQuery } = this.#form;
    const [a, b] = this.players;
    if (a === undefined || b === undefined || start === undefined) throw new Error("nothing to start");
    const match = {
      match_id: "R1M1",
      round_id: 1,
      game_type: "even_odd",
      player_A_id: a.id,
      player_B_id: b.id,
      player_A_endpoint: a.url,
      player_B_endpoint: b.url,
    };
    const order = start(match, referee);
    const url = new URL(startPath, referee.url);
    if (startsByQuery) url.search = new URLSearchParams(order as Record<string, string>).toString();
    return this.send(url.href, startsByQuery ? undefined : order);
  }

  send(url: string, body: Body | undefined): Promise<Body> {
    return post(this.#network, url, body);
  }
}

const says = (message_type: string, fields: Body, sender = "league_manager"): Body => ({
  protocol: "league.v2",
  message_type,
  sender,
  timestamp: now,
  conversation_id: "conv-league",
  ...fields,
});
const typed = (message: Body) => {
  const { message_type: type } = message;
  return typeof type === "string" ? { type, message } : undefined;
};
const responseTo = (role: string) => `${role === "player" ? "LEAGUE" : "REFEREE"}_REGISTER_RESPONSE`;
const acceptance = (id: string, role: string) => ({
  status: "ACCEPTED",
  [`${role}_id`]: id,
  auth_token: `token-of-${id}`,
});
const names: Record<string, string> = {
  ROUND_ANNOUNCEMENT: "notify_round",
  LEAGUE_COMPLETED: "notify_league_completed",
  RUN_MATCH: "run_match",
};

/** The documents' names, but a match is started by assign_match, which is answered after it. */
const assigns: LeagueForm = {
  name: "assigns",
  read: ({ params }) => typed(bodyOf(params)),
  endpoint: (message) => {
    const meta = [message.player_meta, message.referee_meta].find(isBody);
    return typeof meta?.contact_endpoint === "string" ? meta.contact_endpoint : undefined;
  },
  accepts: (id, role, { id: rpcId }) =>
    rpcResult(rpcId, { ...acceptance(id, role), league_id: "wild", message_type: "REGISTRATION_ACK" }),
  acknowledges: (_type, _message, { id }) => rpcResult(id, { status: "recorded" }),
  refuses: ({ id }) => rpcError(id, -32601, "Method not found"),
  tell: (type, fields) => rpc(names[type] ?? type, says(type, fields)),
  start: (match) => rpc("assign_match", says("RUN_MATCH", match)),
};

/** One method, the message in params.message; a match starts by the announcement; all failures are HTTP 500. */
export const messageInParams: LeagueForm = {
  ...assigns,
  name: "message-in-params",
  read: ({ params }) => typed(bodyOf(bodyOf(params).message)),
  accepts: (id, role, { id: rpcId }) => rpcResult(rpcId, says(responseTo(role), acceptance(id, role))),
  acknowledges: (_type, _message, { id }) => rpcResult(id, says("ACK", {})),
  refuses: ({ id }) => rpcError(id, -32000, "Missing protocol", 500),
  tell: (type, fields) => rpc("handle_message", { message: says(type, fields) }),
  start: ({ round_id, ...match }, { url }) => {
    const fields = { league_id: "wild", round_id, matches: [{ ...match, referee_endpoint: url }] };
    return rpc("handle_message", { message: says("ROUND_ANNOUNCEMENT", fields) });
  },
};

/** A numbered manager, whole seconds, `error: null` beside the result. */
export const numbered: LeagueForm = {
  ...assigns,
  name: "numbered",
  accepts: (id, role, { id: rpcId }) => {
    const result = says(responseTo(role), acceptance(id, role), "league_manager:LM01");
    return { body: { jsonrpc: "2.0", id: rpcId, result, error: null } };
  },
  acknowledges: (type, { conversation_id }, { id }) =>
    rpcResult(id, { message_type: type, status: "recorded", conversation_id, sender: "league_manager:LM01" }),
  refuses: ({ id }) => rpcError(id, -32601, "Method not found", 404, { error_code: "E018" }),
  tell: (type, fields) => rpc(type, says(type, fields, "league_manager:LM01")),
};

const tools: Record<string, string> = {
  register_player: "LEAGUE_REGISTER_REQUEST",
  register_referee: "REFEREE_REGISTER_REQUEST",
  report_match_result: "MATCH_RESULT_REPORT",
};
const text = { type: "string" };
const inputSchema = {
  type: "object",
  properties: {
    display_name: text,
    endpoint: text,
    version: text,
    game_types: { type: "array", items: text },
  },
  required: ["display_name", "endpoint"],
};
const inContent = (id: unknown, message: Body): Reply =>
  rpcResult(id, { content: [{ type: "text", text: JSON.stringify(message) }] });

/** Tools, with plain answers in their content; flat registrations, as in its list, which it accepts from every caller. */
const flatTools: LeagueForm = {
  ...assigns,
  name: "flat-tools",
  read: ({ method, params }) => {
    const { name, arguments: message } = bodyOf(params);
    const type = method === "tools/call" ? tools[String(name)] : undefined;
    return type === undefined ? undefined : { type, message: bodyOf(message) };
  },
  endpoint: ({ endpoint }) => (typeof endpoint === "string" ? endpoint : ""),
  accepts: (id, role, { id: rpcId }) => inContent(rpcId, { ...acceptance(id, role), reason: null }),
  acknowledges: (_type, _message, { id }) => inContent(id, { status: "OK" }),
  refuses: ({ id, method }) => {
    const listed = ["register_player", "register_referee"].map((name) => ({ name, inputSchema }));
    if (method === "tools/list") return rpcResult(id, { tools: listed });
    return rpcError(id, method === "tools/call" ? -32603 : -32601, "Unknown");
  },
  tell: (type, fields) => rpc("tools/call", { name: names[type] ?? type.toLowerCase(), arguments: fields }),
  start: (match) => rpc("tools/call", { name: "start_match", arguments: match }),
};

/**
 * Accepts with another status in an object, and assigns matches by their type. It accepts every report, and counts only the
 * members beside the result.
 */
export const nestedAcceptance: LeagueForm = {
  ...assigns,
  name: "nested-acceptance",
  read: ({ method, params }) => {
    const read = typed(bodyOf(params));
    if (read?.type !== "MATCH_RESULT_REPORT") return read?.type === method ? read : undefined;
    const { match_id, player_a_id, player_b_id, player_a_result, player_b_result, winner_id } = read.message;
    const counted = { match_id, player_a_id, player_b_id, player_a_result, player_b_result, winner_id };
    return read.type === method ? { type: read.type, message: counted } : undefined;
  },
  accepts: (id, role, { id: rpcId }) =>
    rpcResult(rpcId, { status: "REGISTERED", data: { [`${role}_id`]: id, token: `token-of-${id}` } }),
  acknowledges: (_type, _message, { id }) => rpcResult(id, { status: "RECEIVED" }),
  refuses: ({ id, method }) => rpcError(id, -32601, `Unknown: ${String(method)}`),
  tell: (type, fields) => rpc(type, says(type, fields)),
  start: ({ player_A_id: player_a, player_B_id: player_b, ...match }) => {
    const { player_A_endpoint: player_a_endpoint, player_B_endpoint: player_b_endpoint, ...rest } = match;
    const players = { player_a, player_b, player_a_endpoint, player_b_endpoint };
    return rpc("MATCH_ASSIGNMENT", says("MATCH_ASSIGNMENT", { ...rest, ...players }));
  },
};

/** A match is started by a plain POST without an envelope, which is answered after it. */
const postsMatches: LeagueForm = {
  ...assigns,
  name: "posts-matches",
  startPath: "/run_match",
  start: ({ match_id, round_id, ...match }) => ({
    match_id,
    round_id,
    player_a_id: match.player_A_id,
    player_b_id: match.player_B_id,
    player_a_endpoint: match.player_A_endpoint,
    player_b_endpoint: match.player_B_endpoint,
  }),
};

const postsQueries: LeagueForm = {
  ...postsMatches,
  name: "posts-queries",
  startPath: "/admin/run_match",
  startsByQuery: true,
};

export const startingLeagues = [
  ...[assigns, messageInParams, flatTools, nestedAcceptance, postsMatches, postsQueries],
];

/** The methods are types in lower case. @param given members of an acceptance other than the id */
export const leagueThatGives = (given: Body): LeagueForm => ({
  ...assigns,
  name: "gives",
  accepts: (id, role, { id: rpcId, params }) => {
    const { conversation_id } = bodyOf(params);
    const accepted = { conversation_id, status: "ACCEPTED", [`${role}_id`]: id, ...given };
    return rpcResult(rpcId, says(responseTo(role), accepted));
  },
  tell: (type, fields) =>
    rpc(type.toLowerCase(), says(type, { league_id: "L1", conversation_id: `conv-${type}`, ...fields })),
});
