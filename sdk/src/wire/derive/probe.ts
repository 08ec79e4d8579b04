/** Requests a peer's descriptions, with requests that have no effect on a league. */

import { requestsSession } from "../../client/error-text.js";
import { openSession } from "../../mcp/session.js";
import { deadline } from "../../platform/clock.js";
import { hex } from "../../platform/random.js";
import { timestamp } from "../../platform/timestamp.js";
import { beginningOf } from "../limits.js";
import { isObject } from "../members.js";
import type { JsonObject } from "../types.js";
import type { DeriveOptions, Exchange, Role } from "./types.js";

export const defaultBudget = { requests: 20, ms: 1_000 };

/** A method and a message type that no agent has: their refusals show where an agent reads the message. */
export const probeMethod = "league_v2_probe";
export const probeType = "LEAGUE_V2_PROBE";
/** The names of one method for every message, the most usual first. */
export const generalMethods = [
  "handle_message",
  "protocol/message",
  "message/send",
  "process_message",
] as const;

const stateQuery: Readonly<Record<Role, string>> = {
  player: "get_player_state",
  referee: "get_match_state",
  manager: "get_standings",
};

/** MCP servers refuse clients that do not accept both media types. */
export const mcpHeaders = { accept: "application/json, text/event-stream" };

/** Its answer shows how a server refuses, and no path of a service. */
const healthPath = "/health";

interface Question {
  readonly path?: string;
  readonly body?: unknown;
  readonly isMcp?: boolean;
}

export interface Probed {
  /** The exchanges that were answered within the budget. */
  readonly answers: readonly Exchange[];
  /** The headers of a session, for an MCP server that answers only in one. */
  readonly session: Record<string, string> | undefined;
}

export async function probe(options: DeriveOptions): Promise<Probed> {
  const { clock, role, url, random } = options;
  const { requests, ms } = { ...defaultBudget, ...options.budget };
  const message = probeMessage(timestamp(clock.now()), hex(random, 8));
  const answers: Exchange[] = [];
  const ask = async (question: Question, headers?: Record<string, string>) => {
    // The requests are sent concurrently, each with the whole time limit.
    const limit = deadline(clock, ms);
    const answer = await exchange(question, options, limit.signal, headers).finally(limit.cleanup);
    if (answer !== undefined) answers.push(answer);
    return answer;
  };
  const all = questionsFor(role, message);
  const documents = all.filter(({ path }) => path !== undefined && path !== healthPath);
  const questions = (options.onlyDocuments === true ? documents : all).slice(0, requests);
  const exchanges = await Promise.all(questions.map((one) => ask(one)));
  // A bare message is no JSON-RPC call (TRN-OUT-01): it is sent only to a peer that gave no JSON-RPC response.
  const isRpc = answers.some(({ reply }) => isObject(reply) && reply.jsonrpc !== undefined);
  if (options.onlyDocuments !== true && !isRpc && answers.length > 0 && questions.length < requests)
    await ask({ body: message });
  const isRefused = exchanges.some((one) => isToolsList(one) && requiresSession(one));
  if (!isRefused || questions.length + sessionRequests > requests) return { answers, session: undefined };
  const limit = deadline(clock, ms);
  const headers = await openSession(options.transport, url, limit.signal)
    .catch(() => null)
    .finally(limit.cleanup);
  const session = headers ?? undefined;
  if (session !== undefined) await ask({ body: call("tools/list", {}), isMcp: true }, session);
  return { answers, session };
}

/** `initialize`, its notification, and the list of tools once more. */
const sessionRequests = 3;

function questionsFor(role: Role, message: JsonObject): Question[] {
  const query = { ...message, message_type: stateQuery[role].toUpperCase() };
  return [
    { body: call("tools/list", {}), isMcp: true },
    { body: call("rpc.discover", {}) },
    { body: call("system.listMethods", {}) },
    { path: "/openapi.json" },
    { body: call(probeMethod, message) },
    { body: call("tools/call", { name: probeMethod, arguments: message }), isMcp: true },
    ...generalMethods.map((name) => ({ body: call(name, { message }) })),
    { body: call(generalMethods[0], message) },
    { body: call(probeMethod, { message }) },
    { body: call(stateQuery[role], query) },
    { body: call("tools/call", { name: stateQuery[role], arguments: query }), isMcp: true },
    { path: "/" },
    { path: healthPath },
  ];
}

/** A JSON-RPC request with the id 1. */
export function call(method: string, params: object): JsonObject {
  return { jsonrpc: "2.0", id: 1, method, params };
}

function probeMessage(now: string, topic: string): JsonObject {
  return {
    protocol: "league.v2",
    message_type: probeType,
    sender: "league_manager",
    timestamp: now,
    conversation_id: `conv-probe-${topic}`,
  };
}

/** One request and its answer; undefined without an answer. */
export async function exchange(
  { path, body, isMcp }: Question,
  { transport, url }: Pick<DeriveOptions, "transport" | "url">,
  signal: AbortSignal,
  headers?: Record<string, string>,
): Promise<Exchange | undefined> {
  const more = headers ?? (isMcp === true ? mcpHeaders : undefined);
  const about = { signal, ...(more === undefined ? {} : { headers: more }) };
  const asked: Pick<Exchange, "by" | "request" | "path"> =
    path === undefined ? { by: "us", request: body } : { by: "us", request: null, path };
  try {
    const reply =
      path === undefined
        ? await transport.send({ ...about, url, body: JSON.stringify(body) })
        : await transport.send({ ...about, verb: "GET", url: new URL(path, url).href, body: "" });
    return { ...asked, status: reply.status, reply: beginningOf(parsed(reply.body)) };
  } catch {
    // An unanswered request gives no evidence; the others may be answered.
    return undefined;
  }
}

/** The body as JSON, the data of the last server-sent event, or the text. */
function parsed(body: string): unknown {
  const data = /^(?:event:|data:|id:|:)/.test(body)
    ? [...body.matchAll(/^data: ?(.*)$/gm)].at(-1)?.[1]
    : body;
  try {
    return JSON.parse(data ?? "");
  } catch {
    return body;
  }
}

function requiresSession({ status = 200, reply }: Exchange): boolean {
  return status >= 400 || requestsSession(JSON.stringify(reply ?? ""));
}

function isToolsList(one: Exchange | undefined): one is Exchange {
  return isObject(one?.request) && one.request.method === "tools/list";
}
