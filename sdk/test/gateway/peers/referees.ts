/** Public referees, each as one family of public agents is: how a match is started, and how it is reported. */
import { type Body, bodyOf, isBody, rpcError, rpcResult } from "./json-rpc.js";
import { now, rpc } from "./player.js";
import {
  documentKeys,
  flatKeys,
  ordered,
  orderIn,
  type RefereeForm,
  refereeMeta,
  refereeSays,
  registersReferee,
  reports,
  scored,
  usualReferee,
} from "./referee.js";

const matchesIn = ({ matches }: Body) => (Array.isArray(matches) ? matches.filter(isBody) : []);

/**
 * Started by announcements, with players from its own configuration; has a name of the documents for one message only; looks
 * for a message in the HTTP body; sends players no token; a win scores 1.
 */
const announcedWithDirectory: RefereeForm = {
  ...usualReferee,
  name: "announced-with-directory",
  take: ({ params }, self) => {
    const message = bodyOf(params);
    if (message.message_type !== "ROUND_ANNOUNCEMENT") return undefined;
    const mine = matchesIn(message).filter(({ referee_endpoint }) => referee_endpoint === self.url);
    return { message, orders: mine.map((match) => orderIn(match, message.round_id, documentKeys, self)) };
  },
  accept: (id, message) =>
    rpcResult(id, { status: "acknowledged", matches_started: matchesIn(message).length }),
  unknown: () => ({ body: { status: "error", message: "Unknown message type" } }),
  ask: (type, fields, own) => {
    const self = { ...own, token: "" };
    if (type !== "CHOOSE_PARITY_CALL") return rpc(type.toLowerCase(), refereeSays(self, type, fields));
    const context = { ...bodyOf(fields.context), your_standings: {} };
    return rpc("choose_parity", refereeSays(self, type, { ...fields, context }));
  },
  answerIn: (body) => (body.method === undefined ? body : bodyOf(body.params)),
  report: (ending, self) => {
    const { winner, choices } = ending;
    const draw = winner === null ? { is_draw: true } : {};
    const result = { winner, score: scored(ending, 1, 0), details: { drawn_number: 0, choices }, ...draw };
    return rpc("report_match_result", reports(self, ending, result));
  },
};

/** Started by one call, which is answered after the match. */
const assignMatch: RefereeForm = {
  ...usualReferee,
  name: "assign-match",
  take: ordered("assign_match", documentKeys),
  isBlocking: true,
  accept: (id, { match_id }) => rpcResult(id, { match_id, status: "COMPLETED", winner: null }),
};

/** The same, with other names; reports each player's result beside the others. */
const matchAssignment: RefereeForm = {
  ...assignMatch,
  name: "match-assignment",
  registration: (self) => rpc("REFEREE_REGISTER_REQUEST", registersReferee(self)),
  take: ordered("MATCH_ASSIGNMENT", flatKeys),
  report: ({ a, b, match_id, round_id, winner, choices, number }, self) => {
    const resultOf = (id: string) => (winner === null ? "DRAW" : winner === id ? "WIN" : "LOSS");
    const ofPlayers = [a, b].map(({ id }, index) => {
      const side = index === 0 ? "a" : "b";
      const [own, result] = [`player_${side}_choice`, `player_${side}_result`];
      return { [`player_${side}_id`]: id, [own]: choices[id], [result]: resultOf(id) };
    });
    const fields = { match_id, round_id, drawn_number: number, winner_id: winner };
    const report = refereeSays(self, "MATCH_RESULT_REPORT", Object.assign(fields, ...ofPlayers));
    return rpc("MATCH_RESULT_REPORT", report);
  },
};

/** START_MATCH from a numbered league manager, times of whole seconds, players from its own configuration. */
const startMatch: RefereeForm = {
  ...usualReferee,
  name: "start-match",
  registration: (self) => rpc("register_referee", { ...registersReferee(self), auth_token: "" }),
  take: ({ method, params, id }, self) => {
    const message = bodyOf(params);
    if (method !== "START_MATCH") return undefined;
    if (message.sender !== "league_manager:LM01") return rpcError(id, -32602, "Sender not registered", 403);
    if (/\.\d/.test(String(message.timestamp))) return rpcError(id, -32602, "Invalid timestamp", 400);
    const keys = ["player_a_id", "player_b_id", "", ""] as const;
    return { message, orders: [orderIn(message, message.round_id, keys, self)] };
  },
  accept: (id, { match_id }) =>
    rpcResult(id, { message_type: "START_MATCH_ACK", status: "MATCH_STARTED", match_id }),
  unknown: ({ id }) => rpcError(id, -32601, "Method not found", 404, { error_code: "E018" }),
};

const contentOf = (answer: Body): Body => {
  const { content } = bodyOf(answer.result) as { content?: [{ text: string }] };
  return content === undefined ? {} : bodyOf(JSON.parse(content[0].text));
};
const toolNames: Readonly<Record<string, string>> = {
  GAME_INVITATION: "receive_game_invitation",
  GAME_OVER: "receive_game_over",
};

/** A tool that plays the whole match; registers without an envelope; leaves the context of a choice empty. */
const startTool: RefereeForm = {
  ...assignMatch,
  name: "start-tool",
  registration: (self) => {
    const own = { referee_meta: refereeMeta(self) };
    return rpc("tools/call", { name: "register_referee", arguments: own });
  },
  take: ({ method, params, id }, self) => {
    const tools = [{ name: "start_match" }];
    if (method === "tools/list") return rpcResult(id, { tools });
    if (method !== "tools/call") return undefined;
    const { name, arguments: args } = bodyOf(params);
    const message = bodyOf(args);
    if (name !== "start_match") return rpcError(id, -32603, `Unknown tool: ${String(name)}`);
    return { message, orders: [orderIn(message, message.round_id, documentKeys, self)] };
  },
  accept: (id, { match_id }) => {
    const text = JSON.stringify({ status: "STARTED", match_id });
    return rpcResult(id, { content: [{ type: "text", text }] });
  },
  ask: (type, fields, self) => {
    const empty = { opponent_id: "", round_id: 0, your_standings: { wins: 0, losses: 0, draws: 0 } };
    const own = type === "CHOOSE_PARITY_CALL" ? { ...fields, context: empty } : fields;
    const name = toolNames[type] ?? "choose_parity";
    const conversation_id = `conv-${name}-${String(fields.match_id)}`;
    return rpc("tools/call", { name, arguments: { ...refereeSays(self, type, own), conversation_id } });
  },
  answerIn: contentOf,
  report: (ending, self) => {
    const { params, method: name } = usualReferee.report(ending, self);
    return rpc("tools/call", { name, arguments: params });
  },
};

/** Reads answers in the result of a tool itself, and not in its content. */
const readsToolResult: RefereeForm = {
  ...startTool,
  name: "reads-tool-result",
  answerIn: usualReferee.answerIn,
};

/** A plain POST at another path; it has no methods at /mcp. */
const postRunMatch: RefereeForm = {
  ...assignMatch,
  name: "post-run-match",
  take: ({ path, query: _, ...message }, self) => {
    const keys = ["player_a_id", "player_b_id", "player_a_endpoint", "player_b_endpoint"] as const;
    const isOrder = path === "/run_match";
    return isOrder ? { message, orders: [orderIn(message, message.round_id, keys, self)] } : undefined;
  },
  accept: (_id, { match_id }) => ({ body: { match_id, status: "completed" } }),
};

/** Refuses each message without a whole envelope, has an id and no name, and reads no acceptance. */
const withoutName: RefereeForm = {
  ...usualReferee,
  name: "without-name",
  registration: (self) =>
    rpc("REFEREE_REGISTER_REQUEST", {
      ...refereeSays(self, "REFEREE_REGISTER_REQUEST", {}),
      referee_meta: { version: "1.0.0", protocol_version: "league.v2", contact_endpoint: self.url },
    }),
  ignoresAcceptance: true,
  take: ({ params, id, ...asked }, self) => {
    const { protocol, timestamp } = bodyOf(params);
    if (protocol === undefined || /\.\d/.test(String(timestamp)))
      return rpcError(id, -32602, "Invalid envelope");
    return ordered("START_MATCH", flatKeys)({ ...asked, params, id }, self);
  },
  accept: (id) => rpcResult(id, { status: "ACCEPTED" }),
  ask: (type, fields, self) => rpc(type, refereeSays(self, type, { ...fields, round_id: "ROUND_1" })),
  report: matchAssignment.report,
};

/** Lists its methods in `tools/list` and has no `tools/call`; only the list says what run_match requires. */
const listsMethodsAsTools: RefereeForm = {
  ...assignMatch,
  name: "lists-methods-as-tools",
  take: ({ method, params, id }, self) => {
    const properties = { match_id: {}, player_a: {}, player_b: {}, round_id: {} };
    const inputSchema = { type: "object", properties, required: ["match_id", "player_a", "player_b"] };
    if (method === "tools/list") return rpcResult(id, { tools: [{ name: "run_match", inputSchema }] });
    if (method !== "run_match") return undefined;
    const message = bodyOf(params);
    if (message.player_a === undefined || message.player_b === undefined)
      return rpcError(id, -32602, "Missing required parameters", 400);
    const keys = ["player_a", "player_b", "", ""] as const;
    return { message, orders: [orderIn(message, message.round_id, keys, self)] };
  },
  accept: (id) => rpcResult(id, { status: "WIN" }),
  unknown: ({ id, method }) => rpcError(id, -32601, `Method not found: ${String(method)}`, 400),
};

/** Is started by an announcement in which the matches have its id. */
const announcedById: RefereeForm = {
  ...usualReferee,
  name: "announced-by-id",
  take: ({ method, params, id }, self) => {
    const message = bodyOf(params);
    if (method !== "notify_round") return undefined;
    const own = matchesIn(message).filter(({ referee_id }) => referee_id === self.id);
    if (own.length === 0) return rpcResult(id, { status: "accepted", matches_started: 0 });
    return { message, orders: own.map((match) => orderIn(match, message.round_id, documentKeys, self)) };
  },
};

/** An order with flat names, which a refusal does not name; it takes announcements and does nothing. */
export const answersBeforeMatch: RefereeForm = {
  ...usualReferee,
  name: "answers-before-match",
  accept: (id, { match_id }) => rpcResult(id, { match_id, status: "started" }),
  take: (asked, self) =>
    asked.method === "notify_round"
      ? rpcResult(asked.id, {
          status: "accepted",
          round_id: bodyOf(asked.params).round_id,
          matches_started: 0,
        })
      : ordered("run_match", flatKeys)(asked, self),
  unknown: ({ id, method }) => rpcError(id, -32601, `Method not found: ${String(method)}`, 400),
};

export const answersAfterReport: RefereeForm = {
  ...answersBeforeMatch,
  name: "answers-after-report",
  isBlocking: true,
};

/** Times as in one of the documents, without separators, and an incomplete context. */
const compact = (message: Body): Body => ({ ...message, timestamp: now.replaceAll(/[:-]/g, "") });
const compactTimes: RefereeForm = {
  ...usualReferee,
  name: "compact-times",
  registration: (self) => rpc("register_referee", compact(registersReferee(self))),
  take: ordered("assign_match", documentKeys),
  ask: (type, { context, ...fields }, self) => {
    const { opponent_id, round_id } = bodyOf(context);
    const asked = { context: { opponent_id, round_id }, deadline: compact({}).timestamp };
    const { method } = usualReferee.ask(type, {}, self);
    const own = context === undefined ? fields : { ...fields, ...asked };
    return rpc(String(method), compact(refereeSays(self, type, own)));
  },
  report: (ending, self) =>
    rpc("report_match_result", compact(bodyOf(usualReferee.report(ending, self).params))),
};

/** Gives this answer to every message, and begins its matches at an announcement with the players' addresses. */
const answersAlike = (name: string, result: Body): RefereeForm => ({
  ...usualReferee,
  name,
  take: ({ params }, self) => {
    const message = bodyOf(params);
    const all = matchesIn(message).filter(({ player_A_endpoint }) => player_A_endpoint !== undefined);
    const isOrder = message.message_type === "ROUND_ANNOUNCEMENT" && all.length > 0;
    const orders = all.map((match) => orderIn(match, message.round_id, documentKeys, self));
    return isOrder ? { message, orders } : undefined;
  },
  accept: (id) => rpcResult(id, result),
  unknown: ({ id }) => rpcResult(id, result),
});

/** Its refusals list its methods, and name the one member of an order that is missing. */
const describedByRefusals: RefereeForm = {
  ...usualReferee,
  name: "described-by-refusals",
  take: (asked, self) => {
    const { method, params, id } = asked;
    const keys = ["player_a", "player_b", "player_a_url", "player_b_url"] as const;
    const isIncomplete = method === "begin_match_now" && bodyOf(params).player_a_url === undefined;
    if (isIncomplete) return rpcError(id, -32602, "missing player_a_url");
    return ordered("begin_match_now", keys)(asked, self);
  },
  unknown: ({ id }) =>
    rpcError(id, -32601, "Method not found. Available methods: begin_match_now, get_status"),
};

const queryKeys = ["player_a_id", "player_b_id", "player_a_endpoint", "player_b_endpoint"] as const;
const parameters = ["match_id", ...queryKeys].map((name) => ({
  name,
  in: "query",
  required: true,
  schema: { type: "string" },
}));

/** The order is a POST with its members in the query of a path, which openapi.json lists. */
const orderedByQuery: RefereeForm = {
  ...usualReferee,
  name: "ordered-by-query",
  openapi: {
    openapi: "3.1.0",
    paths: { "/control/play_match": { post: { parameters } }, "/mcp": { post: {} } },
  },
  take: ({ path, query }, self) => {
    if (path !== "/control/play_match") return undefined;
    if (parameters.some(({ name }) => query[name] === undefined))
      return { status: 422, body: { detail: "field required" } };
    return { message: query, orders: [orderIn(query, 1, queryKeys, self)] };
  },
  accept: (_id, { match_id }) => ({ body: { status: "started", match_id } }),
};

/** Signs no message: a league knows by the match whose it is. */
const unsigned: RefereeForm = {
  ...usualReferee,
  name: "unsigned",
  registration: (self) => rpc("REFEREE_REGISTER_REQUEST", registersReferee(self)),
  take: ordered("start_match", documentKeys),
  ask: (message_type, fields) => rpc(message_type, { message_type, ...fields }),
};

/** One method; starts with an announcement with the players' addresses; draws are reported 0 to 0. */
const announcedInMessage: RefereeForm = {
  ...usualReferee,
  name: "announced-in-message",
  registration: (self) => rpc("handle_message", { message: registersReferee(self) }),
  take: ({ params }, self) => {
    const message = bodyOf(bodyOf(params).message);
    if (!["ROUND_ANNOUNCEMENT", "LEAGUE_COMPLETED"].includes(String(message.message_type))) return undefined;
    const own = matchesIn(message).filter(
      ({ referee_endpoint, player_A_endpoint }) =>
        referee_endpoint === self.url && player_A_endpoint !== undefined,
    );
    return { message, orders: own.map((match) => orderIn(match, message.round_id, documentKeys, self)) };
  },
  accept: (id, _message, self) => rpcResult(id, refereeSays(self, "ACK", {})),
  unknown: ({ id }) => rpcError(id, -32000, "Unknown message type", 500),
  ask: (type, fields, self) => rpc("handle_message", { message: refereeSays(self, type, fields) }),
  report: (ending, self) => {
    const { winner, choices, number: drawn_number } = ending;
    const result = { winner, score: scored(ending, 3, 0), details: { drawn_number, choices } };
    return rpc("handle_message", { message: reports(self, ending, result) });
  },
};

export const publicReferees: readonly RefereeForm[] = [
  ...[announcedWithDirectory, assignMatch, matchAssignment, startMatch, startTool, readsToolResult],
  ...[postRunMatch, withoutName, listsMethodsAsTools, announcedById, answersBeforeMatch, answersAfterReport],
  ...[compactTimes, describedByRefusals, orderedByQuery, unsigned, announcedInMessage],
  answersAlike("ok-to-all", { status: "ok" }),
  answersAlike("unknown-to-all", { status: "unknown_message_type" }),
  answersAlike("complete-to-all", { state: "complete", result: null }),
];

/** They call players where their own configuration has them, and not where an order says. */
export const withDirectory: readonly string[] = [
  "announced-with-directory",
  "start-match",
  "lists-methods-as-tools",
];
