/** Questions to a peer about its form. They have no effect on a league. */

import { type Clock, deadline } from "../../platform/clock.js";
import type { OutgoingRequest, Transport } from "../../platform/transport.js";
import { isObject } from "../message/members.js";
import type { JsonObject } from "../message/types.js";
import { mcpHeaders } from "./mcp-session.js";
import type { Exchange } from "./types.js";

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

/** A body to post, or the path of a document. */
export interface Question {
  readonly path?: string;
  readonly body?: unknown;
  readonly isMcp?: boolean;
}

/** Another id than that of every other question: some agents always answer with 1. */
export const inventedId = 2;

/** The question about an invented message: an answer that it gets as well proves nothing. */
export function inventedCall(message: JsonObject): Question {
  return { body: { ...call(probeMethod, message), id: inventedId } };
}

/**
 * The questions, the most informative first: what the peer says about itself, then where it reads a message.
 * @param about.isRpc whether the peer has given a JSON-RPC response: it gets no bare message
 * @param about.readsNames whether it refuses an unknown method as JSON-RPC says, and so alike with any params
 */
export function questions(
  stage: number,
  now: string,
  { isRpc, readsNames }: { readonly isRpc: boolean; readonly readsNames: boolean },
): readonly Question[] {
  const message = probeMessage(now);
  const stages: readonly (readonly Question[])[] = [
    [
      { body: call("tools/list", {}), isMcp: true },
      { body: call("rpc.discover", {}) },
      { path: "/openapi.json" },
      inventedCall(message),
    ],
    [...generalMethods, ...(readsNames ? [] : [probeMethod])].map((name) => ({
      body: call(name, { message }),
    })),
    [
      { body: call("tools/call", { name: probeMethod, arguments: message }), isMcp: true },
      { body: call(generalMethods[0], message) },
      ...(isRpc ? [] : [{ body: message }]),
    ],
  ];
  return stages[stage] ?? [];
}

/** A JSON-RPC request with the id 1. */
export function call(method: string, params: object): JsonObject {
  return { jsonrpc: "2.0", id: 1, method, params };
}

/** A message of a type that no agent has. */
export function probeMessage(now: string): JsonObject {
  return {
    protocol: "league.v2",
    message_type: probeType,
    sender: "league_manager",
    timestamp: now,
    conversation_id: "conv-probe-0",
  };
}

/** The longest wait for an answer to a question. */
const answerMs = 1000;

/** What a question is asked with. */
interface Asking {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** One request and its answer; undefined without an answer in time. */
export async function exchange(
  { path, body, isMcp }: Question,
  { transport, clock, signal }: Asking,
  url: string,
  headers: Readonly<Record<string, string>> | undefined = isMcp === true ? mcpHeaders : undefined,
): Promise<Exchange | undefined> {
  const limit = deadline(clock, answerMs, signal);
  const about = { signal: limit.signal, ...(headers === undefined ? {} : { headers: { ...headers } }) };
  const asked: Pick<Exchange, "by" | "request" | "path"> =
    path === undefined ? { by: "us", request: body } : { by: "us", request: null, path };
  const request: OutgoingRequest =
    path === undefined
      ? { ...about, url, body: JSON.stringify(body) }
      : { ...about, verb: "GET", url: new URL(path, url).href, body: "" };
  try {
    const reply = await limit.race(() => transport.send(request));
    return { ...asked, status: reply.status, reply: parsedBody(reply.body) };
  } catch {
    // An unanswered question gives no evidence; the others may be answered.
    return undefined;
  } finally {
    limit.cleanup();
  }
}

/** The body as JSON, the data of the last server-sent event, or the text. */
export function parsedBody(body: string): unknown {
  const isStream = /^(?:event|data|id)?:/.test(body);
  const text = isStream ? ([...body.matchAll(/^data: ?(.*)$/gm)].at(-1)?.[1] ?? "") : body;
  try {
    return JSON.parse(text);
  } catch {
    return body;
  }
}

/** Whether any of these answers is a JSON-RPC response. */
export function isRpcPeer(exchanges: readonly Exchange[]): boolean {
  return exchanges.some(({ by, reply }) => by === "us" && isObject(reply) && reply.jsonrpc !== undefined);
}
