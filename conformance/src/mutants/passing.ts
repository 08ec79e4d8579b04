/** A message at the moment at which it passes between an agent and its transport, and the places in it. */
import { methodOf, replyTypeOf, requestTypes } from "../contract.js";
import { isObject, type JsonObject } from "../json.js";
import type { HttpReply, HttpRequest, IncomingReply, OutgoingRequest } from "../sdk.js";
import type { FaultTools } from "../subject/in-process-subject.js";
import type { Role } from "../types.js";
import type { Acquaintances } from "./acquaintances.js";
import { jsonOf, textOf } from "./fault-injection.js";
import type { OneOrMore } from "./fault-row.js";

export type Slot = "requests" | "answers" | "calls" | "replies";

export interface Passing {
  slot: Slot;
  /** The message type of the request. */
  type: string;
  /** The body as JSON; undefined when it is none. */
  body: unknown;
  /** The params or the result; empty when it is no object. */
  message: JsonObject;
  http: {
    status?: number;
    type?: string | null;
    path?: string;
    verb?: string;
    body: string;
    length?: number;
    /** Of bytes that are no UTF-8: what is left of them as text. */
    loose?: string;
  };
  /** What is answered. */
  request?: Passing;
  /** The receiver of a call. */
  url?: string;
}

export interface Look {
  tools: FaultTools;
  known: Acquaintances;
}

export function requestIn(http: HttpRequest): Passing {
  const text = utf8Of(http);
  const { path, method: verb, contentType: type } = http;
  const body = text ?? "";
  const loose = text === undefined ? { loose: textOf(http.body) } : {};
  const at = { path, verb, type, body, length: http.body.length, ...loose };
  return passing("requests", jsonOf(body), at);
}

export function answerIn(reply: HttpReply, request: Passing): Passing {
  const { path = "", verb = "" } = request.http;
  const type = reply.headers["content-type"] ?? null;
  const http = { status: reply.status, type, path, verb, body: reply.body };
  return { ...passing("answers", jsonOf(reply.body), http), type: request.type, request };
}

export function callIn({ url, body, headers }: OutgoingRequest): Passing {
  const type = headers?.["content-type"] ?? null;
  return { ...passing("calls", jsonOf(body), { type, body }), url };
}

export function replyIn({ status, contentType, body }: IncomingReply, call: Passing): Passing {
  const http = { status, type: contentType, body };
  const { type, url = "" } = call;
  return { ...passing("replies", jsonOf(body), http), type, url, request: call };
}

const NO_STATUS = 0;

/** What stands for the answer to a call that failed. */
export function failureOf(call: Passing): Passing {
  return replyIn({ status: NO_STATUS, contentType: null, body: "" }, call);
}

function passing(slot: Slot, body: unknown, http: Passing["http"]): Passing {
  const one = withBody({ slot, type: "", body, message: {}, http }, body);
  return { ...one, type: String(one.message.message_type) };
}

const STRICT = new TextDecoder("utf-8", { fatal: true });

/** The text of a request; undefined when it is no UTF-8. */
function utf8Of({ body }: HttpRequest): string | undefined {
  if (typeof body === "string") return body;
  try {
    return STRICT.decode(body);
  } catch {
    return undefined;
  }
}

export function isResponse(value: unknown): value is JsonObject {
  return isObject(value) && value.jsonrpc === "2.0" && ("result" in value || "error" in value);
}

export function isRequest(value: unknown): value is JsonObject {
  return isObject(value) && value.jsonrpc === "2.0" && typeof value.method === "string" && isId(value.id);
}

function isId(id: unknown): boolean {
  return id === null || typeof id === "string" || typeof id === "number";
}

export function isNotification(value: unknown): value is JsonObject {
  return isObject(value) && value.jsonrpc === "2.0" && typeof value.method === "string" && !("id" in value);
}

/** Whether a message is among those that `on` of a fault names. */
export type Target = (one: Passing) => boolean;

const KINDS: Readonly<Record<string, Target>> = {
  requests: ({ slot, body }) => slot === "requests" && isObject(body),
  answers: ({ slot, body }) => slot === "answers" && isResponse(body),
  calls: ({ slot, body }) => slot === "calls" && isObject(body) && isObject(body.params),
  notifications: ({ slot, body }) => slot === "requests" && isNotification(body),
  replies: ({ slot, http }) => slot === "replies" && http.status !== NO_STATUS,
  "failed calls": ({ slot, http }) => slot === "replies" && http.status === NO_STATUS,
  "any request": ({ slot }) => slot === "requests",
  "any answer": ({ slot }) => slot === "answers",
  draw: ({ type }) => type === "draw",
};

export function targetOf(on: OneOrMore<string>, role: Role | undefined): Target {
  const targets = listOf(on).map((name) => KINDS[name] ?? ofType(name, role));
  return (one) => targets.some((target) => target(one));
}

/** `> TYPE` is an answer to TYPE that has no name of its own. */
function ofType(name: string, role: Role | undefined): Target {
  const request = requestTypes.find((type) => type === name);
  const replied = requestTypes.find((type) => `> ${type}` === name || replyTypeOf(type) === name);
  const type = request ?? replied;
  if (type === undefined || role === undefined)
    throw new Error(`no agent of this role has messages "${name}"`);
  const isReceived = methodOf(type)?.to.includes(role === "manager" ? "league_manager" : role) === true;
  const slot =
    request === undefined ? (isReceived ? "answers" : "replies") : isReceived ? "requests" : "calls";
  return (one) => one.slot === slot && one.type === type && one.http.status !== NO_STATUS;
}

/** A part of a body: the same message with another body and message in it. */
export function withBody(one: Passing, body: unknown): Passing {
  const inside = isObject(body) ? body[memberOf(one.slot)] : undefined;
  return { ...one, body, message: isObject(inside) ? inside : {} };
}

/** The member of the body in which the message is. */
export function memberOf(slot: Slot): "params" | "result" {
  return slot === "requests" || slot === "calls" ? "params" : "result";
}

export function listOf<T>(one: OneOrMore<T> | undefined): readonly T[] {
  return one === undefined ? [] : Array.isArray(one) ? (one as readonly T[]) : [one as T];
}

/** What is at a place. @param item the element of a list that is being changed, for places like `./rank` */
export type Read = (one: Passing, look: Look, item?: unknown) => unknown;

/**
 * `/member` of the message, `#/member` of the JSON-RPC body, both also after `request` for that which is answered;
 * `http/status`, `http/type`, `http/path`, `http/verb`, `http/length`, `http/body`; `me/id` and `me/token`; `receiver`
 * (its URL), `receiver/id`, `/role`, `/name`, `/token`, `/side`, `/opponent`, also of the `sender`; `players/0/id` and
 * `referees/0/id`, of those that have registered; `match/0/id`, of the players of the match; `matches/0/0/id`, of those of every
 * match; `restarted`; `name`; `url`, its own; `league`. In pointers `*` stands for every element, whose values become a list, and `-1` for the last.
 */
export function placeOf(place: string): Read {
  const [, of = "", pointer = ""] = /^([a-z.#-]*)(\/.*)?$/.exec(place) ?? [];
  const path = pointer.split("/").slice(1);
  switch (of) {
    case "":
      return ({ message }) => at(message, path);
    case "#":
      return ({ body }) => at(body, path);
    case "request":
      return (one) => at((one.request ?? one).message, path);
    case "request#":
      return (one) => at((one.request ?? one).body, path);
    case "request-http":
      return (one) => at((one.request ?? one).http, path);
    case ".":
      return (_, __, item) => at(item, path);
    case "http":
      return ({ http }) => at(http, path);
    case "me":
      return (_, { known }) => at(known.me, path);
    case "receiver":
      return ({ url, message, request }, { known }) =>
        pointer === "" ? url : at(known.receiver(url, request?.message ?? message), path);
    case "sender":
      return ({ message, request }, { known }) =>
        at(known.sender((request?.message ?? message).sender), path);
    case "players":
    case "referees":
      return (_, { known }) =>
        at(
          known.members.filter(({ role }) => `${role}s` === of),
          path,
        );
    case "match":
      return ({ message, request }, { known }) =>
        at(known.matches.get((request?.message ?? message).match_id), path);
    case "matches":
      return (_, { known }) => at([...known.matches.values()], path);
    case "url":
      return (_, { tools }) => `http://127.0.0.1:${tools.launch.port}/mcp`;
    case "restarted":
      return (_, { tools }) => tools.launch.after !== undefined;
    case "name":
      return (_, { tools }) => tools.launch.name;
    case "league":
      return (_, { tools }) => tools.launch.league;
    default:
      throw new Error(`there is no place "${place}"`);
  }
}

function at(here: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return here;
  if (key === "*") return Object.values(here ?? {}).map((one) => at(one, rest));
  if (Array.isArray(here)) return at(here.at(Number(key)), rest);
  return isObject(here) && Object.hasOwn(here, key) ? at(here[key], rest) : undefined;
}
