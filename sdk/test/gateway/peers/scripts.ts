/**
 * Scripted agents: each uses one form, written by hand and without the SDK, and reads no other.
 */

import { documentNames } from "../../forms/random-form.js";

export type Message = Record<string, unknown>;

export interface Script {
  readonly name: string;
  /** The body of a request. */
  ask(type: string, message: Message, id: number): unknown;
  /** The message in the body of an answer; undefined if this script cannot read it. */
  read(body: unknown): Message | undefined;
  /** The request in a received body; undefined if this script cannot read it. */
  receive(body: unknown): { type: string; message: Message } | undefined;
  /** The body of an answer. */
  answer(message: Message, id: unknown): unknown;
  readonly dialect?: "flat" | "nested";
  /** The id of every answer, errors too; else that of the request. */
  readonly alwaysId?: number;
  /** Other members of the messages. */
  readonly said?: (message: Message, of: "request" | "reply") => Message;
}

const methods: Readonly<Record<string, string>> = {
  ...documentNames,
  GAME_ERROR: "notify_game_error",
  LEAGUE_QUERY: "league_query",
};
const documentName = (type: string) => methods[type] ?? type.toLowerCase();
const lowerName = (type: string) => type.toLowerCase();
const tools: Readonly<Record<string, string>> = {
  GAME_INVITATION: "receive_game_invitation",
  GAME_OVER: "receive_game_over",
  RUN_MATCH: "start_match",
};
const toolName = (type: string) => tools[type] ?? documentName(type);

type Named = (type: string) => string;
type Body = Record<string, unknown>;
const isBody = (value: unknown): value is Body =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const typeOf = (message: Message) => String(message.message_type);

function received(
  name: Named,
  found: unknown,
  method: unknown,
): { type: string; message: Message } | undefined {
  if (!isBody(found) || typeof found.message_type !== "string") return undefined;
  return method === name(found.message_type) ? { type: found.message_type, message: found } : undefined;
}

/** The result of JSON-RPC, whose id must be the request's. */
const inResult = (body: unknown) =>
  isBody(body) && body.jsonrpc === "2.0" && isBody(body.result) ? body.result : undefined;
const asResult = (result: unknown, id: unknown) => ({ jsonrpc: "2.0", id, result });
const inContent = (body: unknown): Message | undefined => {
  const { content } = (inResult(body) ?? {}) as { content?: { type: string; text: string }[] };
  return content?.[0]?.type === "text" ? JSON.parse(content[0].text) : undefined;
};
const asContent = (message: Message, id: unknown) =>
  asResult({ content: [{ type: "text", text: JSON.stringify(message) }] }, id);

function inParams(name: string, named: Named): Script {
  return {
    name,
    ask: (type, message, id) => ({ jsonrpc: "2.0", id, method: named(type), params: message }),
    receive: (body) => (isBody(body) ? received(named, body.params, body.method) : undefined),
    read: inResult,
    answer: asResult,
  };
}

function inMessageParam(name: string, named: Named): Script {
  return {
    ...inParams(name, named),
    ask: (type, message, id) => ({ jsonrpc: "2.0", id, method: named(type), params: { message } }),
    receive: (body) =>
      isBody(body) && isBody(body.params) ? received(named, body.params.message, body.method) : undefined,
  };
}

function asTool(name: string, named: Named): Script {
  return {
    name,
    ask: (type, message, id) => ({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name: named(type), arguments: message },
    }),
    receive: (body) =>
      isBody(body) && body.method === "tools/call" && isBody(body.params)
        ? received(named, body.params.arguments, body.params.name)
        : undefined,
    read: inContent,
    answer: asContent,
  };
}

const without = (key: string) => (message: Message, of: "request" | "reply") => {
  const { [key]: _, ...rest } = message;
  return of === "reply" ? rest : message;
};
const swapped = (key: string, value: (before: unknown) => unknown) => (message: Message) =>
  key in message ? { ...message, [key]: value(message[key]) } : message;
let fresh = 0;

export const scripts: readonly Script[] = [
  inParams("canonical", documentName),
  { ...inParams("flat", lowerName), dialect: "flat" },
  asTool("mcp", documentName),
  asTool("mcp-receive", toolName),
  inMessageParam("message-param", documentName),
  inMessageParam("handle-message", () => "handle_message"),
  inParams("handle-message-flat", () => "handle_message"),
  inParams("type-as-method", (type) => type),
  inParams("type-in-lower-case", lowerName),
  {
    name: "bare",
    ask: (_type, message) => message,
    receive: (body) =>
      isBody(body) && body.jsonrpc === undefined ? received(typeOfSelf, body, "") : undefined,
    read: (body) =>
      isBody(body) && body.jsonrpc === undefined && body.message_type !== undefined ? body : undefined,
    answer: (message) => message,
  },
  { ...inParams("content-reply", documentName), read: inContent, answer: asContent },
  {
    ...inParams("request-reply", documentName),
    read: (body) =>
      isBody(body) && typeof body.method === "string" && isBody(body.params) ? body.params : undefined,
    answer: (message) => ({
      jsonrpc: "2.0",
      id: 4711,
      method: typeOf(message).toLowerCase(),
      params: message,
    }),
  },
  {
    ...inParams("fresh-conversations", documentName),
    said: swapped("conversation_id", () => `fresh-${++fresh}`),
  },
  { ...inParams("no-conversations", documentName), said: without("conversation_id") },
  {
    ...inParams("lower-case-roles", lowerName),
    said: swapped("role_in_match", (role) => String(role).toLowerCase()),
  },
  {
    ...inMessageParam("same-role", () => "handle_message"),
    said: swapped("role_in_match", () => "PLAYER_A"),
  },
  { ...inParams("nested", documentName), dialect: "nested" },
  { ...asTool("nested-tools", toolName), dialect: "nested" },
  {
    ...inParams("strategy-registration", documentName),
    said: swapped("status", (status) => (status === "ACCEPTED" ? "REGISTERED" : status)),
  },
  {
    ...inParams("explicit-nulls", documentName),
    ask: (type, message, _id) => ({
      jsonrpc: "2.0",
      id: 1,
      method: documentName(type),
      params: { ...message, reason: null, extra: null },
    }),
    answer: (message) => asResult({ ...message, reason: null }, 1),
    alwaysId: 1,
  },
];

function typeOfSelf(): string {
  return "";
}

export function scriptNamed(name: string): Script {
  const script = scripts.find((one) => one.name === name);
  if (script === undefined) throw new Error(`there is no script ${name}`);
  return script;
}
