/** Finds messages in bodies of any known shape. */
import { isOfUsualSize } from "./limits.js";
import { isObject } from "./members.js";
import {
  ENVELOPE_MEMBERS,
  type JsonObject,
  type ReplyShape,
  type RequestShape,
  type Spelling,
  type SplitRule,
} from "./types.js";

export interface Located {
  readonly shape: RequestShape;
  readonly message: JsonObject;
  /** The method or tool name; undefined for a bare message. */
  readonly method: string | undefined;
  /** Whether it is inside of a member of the params or arguments: `params.payload`, `arguments.data`. */
  readonly isWrapped?: boolean;
  /** Set if the envelope is a separate object. */
  readonly split?: SplitRule;
  /** The spelling of the message, if it differs from the contract's. */
  readonly spelling?: Spelling;
}

/** The message and the method name in a request; undefined when there is none. */
export function findMessage(body: unknown): Located | undefined {
  if (!isObject(body)) return undefined;
  const { params } = body;
  const method = typeof body.method === "string" ? body.method : undefined;
  if (method === undefined) {
    const pair = unsplit(body);
    if (pair !== undefined) return { shape: "bare", method, ...pair };
    return typeof body.message_type === "string" ? { shape: "bare", message: body, method } : undefined;
  }
  if (params === undefined) return { shape: "params", message: {}, method };
  if (!isObject(params)) return undefined;
  if (method === "tools/call" && typeof params.name === "string") {
    const found = isObject(params.arguments) ? unwrapped(params.arguments) : { message: {} };
    return { shape: "tools_call", method: params.name, ...found };
  }
  const pair = unsplit(params);
  if (pair !== undefined) return { shape: "params", method, isWrapped: true, ...pair };
  if (isObject(params.message) && params.message_type === undefined) {
    return { shape: "message", method, ...(unsplit(params.message) ?? { message: params.message }) };
  }
  return { shape: "params", method, ...unwrapped(params) };
}

/** The message in an answer of any known shape; undefined when there is none, or it is an error. */
export function replyMessage(body: unknown): JsonObject | undefined {
  if (!isObject(body)) return undefined;
  // A bare message may have members that are named like those of JSON-RPC.
  if (body.jsonrpc === undefined && typeof body.message_type === "string") return body;
  if (isObject(body.result)) {
    const result = inContent(body.result) ?? body.result;
    return unsplit(result)?.message ?? result;
  }
  if (body.error !== undefined && body.error !== null) return undefined;
  if (typeof body.method === "string" && isObject(body.params)) return findMessage(body)?.message;
  return typeof body.message_type === "string" ? body : unsplit(body)?.message;
}

/** The only message in a member of an answer that is no message itself, `{"message": {"message_type": …}}`; else the answer. */
export function withoutHolder(answer: JsonObject): JsonObject {
  if (typeof answer.message_type === "string") return answer;
  const inner = Object.values(answer).filter(isObject);
  const [message, another] = inner.filter(({ message_type }) => typeof message_type === "string");
  return another === undefined ? (message ?? answer) : answer;
}

/** The object of an answer, which may be no league message (`{"status": "ACK"}`), or the message inside it. */
export function answerObject(body: unknown): JsonObject | undefined {
  if (!isOfUsualSize(body)) return undefined;
  const message = replyMessage(body);
  if (message !== undefined) return withoutHolder(message);
  if (!isObject(body)) return undefined;
  const isPlain = body.jsonrpc === undefined && body.result === undefined && !isObject(body.error);
  return isPlain ? withoutHolder(body) : undefined;
}

/** The place of the message in an answer. */
export function replyShape(body: unknown): ReplyShape {
  if (!isObject(body) || body.jsonrpc === undefined) return "bare";
  if (isToolResult(body.result)) return "content_text";
  return typeof body.method === "string" ? "request_body" : "result";
}

/** The intended shape: an object with an id and a result or an error counts as a response, also without `jsonrpc`. */
export function intendedShape(body: unknown): ReplyShape {
  const isResponse =
    isObject(body) &&
    Object.hasOwn(body, "id") &&
    (Object.hasOwn(body, "result") || Object.hasOwn(body, "error"));
  const isMessage = isObject(body) && typeof body.message_type === "string";
  return replyShape(isResponse && !isMessage ? { jsonrpc: "2.0", ...body } : body);
}

/** Whether a result is that of an MCP tool. */
export function isToolResult(result: unknown): boolean {
  return isObject(result) && Array.isArray(result.content);
}

/** The message inside an MCP tool result. */
function inContent(result: JsonObject): JsonObject | undefined {
  if (result.isError === true) return undefined;
  if (isObject(result.structuredContent)) return result.structuredContent;
  const first: unknown = Array.isArray(result.content) ? result.content[0] : undefined;
  if (!isObject(first) || typeof first.text !== "string") return undefined;
  try {
    const inner: unknown = JSON.parse(first.text);
    return isObject(inner) ? inner : undefined;
  } catch {
    return undefined;
  }
}

/** Some methods and tools take the whole message as one argument. */
function unwrapped(args: JsonObject): Pick<Located, "message" | "split" | "isWrapped"> {
  const keys = Object.keys(args);
  const [name = "", another] = keys;
  const only = another === undefined ? args[name] : undefined;
  const message = isObject(only) && holdsMessage(name, only) ? only : args;
  const pair = unsplit(message);
  return { isWrapped: pair !== undefined || message !== args, ...(pair ?? { message }) };
}

/** Whether a lone object is a whole message: it has a type, or another envelope member under a name for messages. */
function holdsMessage(name: string, inner: JsonObject): boolean {
  if (typeof inner.message_type === "string") return true;
  const isEnveloped = [...ENVELOPE_MEMBERS].some((member) => Object.hasOwn(inner, member));
  return isEnveloped && wrapName.test(name);
}

/** Splits and joins messages with separate objects for envelope and content: `{envelope: {…}, payload: {…}}`. */
const envelopeName = /^(envelope|header|headers|meta|metadata)$/i;
const payloadName = /^(payload|body|content|data|message)$/i;
/** The members that identify the match of a message: agents read them from either object. */
const context = ["league_id", "round_id", "match_id", "game_type"];

interface Unsplit {
  readonly message: JsonObject;
  readonly split: SplitRule;
}

/** @returns undefined for members that are no such pair */
function unsplit(members: JsonObject): Unsplit | undefined {
  const names = Object.keys(members);
  const envelope = names.find((name) => envelopeName.test(name) && isEnvelope(members[name]));
  if (envelope === undefined || names.length !== 2) return undefined;
  const payload = names.find((name) => name !== envelope) ?? "payload";
  if (!payloadName.test(payload)) return undefined;
  const split = { envelope, payload };
  return { message: joinedBy(split, members), split };
}

/** The members of both objects as one object. */
export function joinedBy(rule: SplitRule, members: JsonObject): JsonObject {
  const [envelope, payload] = [members[rule.envelope], members[rule.payload]];
  if (!isObject(envelope)) return members;
  // An answer to a registration has its token in the payload, and may have none in its envelope.
  const own = Object.entries(envelope).filter(
    ([name, value]) => ENVELOPE_MEMBERS.has(name) && value !== null,
  );
  return { ...envelope, ...(isObject(payload) ? payload : {}), ...Object.fromEntries(own) };
}

export function splitBy(rule: SplitRule | undefined, wire: JsonObject): JsonObject {
  if (rule === undefined) return wire;
  const isOfEnvelope = (name: string) => ENVELOPE_MEMBERS.has(name);
  const isOuter = (name: string) => isOfEnvelope(name) || context.includes(name);
  // The token that a league issues is content; a sender's token belongs to the envelope.
  const isGiven = typeof wire.message_type === "string" && /regist\w*_response$/i.test(wire.message_type);
  const isInner = (name: string) => !isOfEnvelope(name) || (isGiven && name === "auth_token");
  const members = Object.entries(wire);
  return {
    [rule.envelope]: Object.fromEntries(members.filter(([name]) => isOuter(name))),
    [rule.payload]: Object.fromEntries(members.filter(([name]) => isInner(name))),
  };
}

function isEnvelope(value: unknown): boolean {
  return isObject(value) && typeof value.message_type === "string";
}

/** Names of members that hold a whole message. */
export const wrapName =
  /^(message|msg|payload|params|data|request|body|envelope|args|arguments|invitation|call)$/i;
