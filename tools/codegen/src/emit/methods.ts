import type { Json, JsonObject } from "../json.js";
import type { Dialect, Exchange, Method, NamedType } from "../model/model.js";
import { code, type Printable } from "../print/code.js";
import { File, type Output } from "../print/file.js";
import { literal, propertyKey } from "../print/literal.js";
import { wireName } from "./builders.js";
import { receivedType, sentType } from "./modules.js";

/** The table of all methods: callers, receivers, messages and deadlines. */
export function emitMethods(dialect: Dialect): Output {
  const out = new File(`${dialect.name}/methods`, dialect.source);
  out.doc("Every role of this dialect.");
  out.print`export type ${out.declareType("Role")} = ${dialect.roles.map((role) => literal(role)).join(" | ") || "never"};\n`;
  emitInterfaces(out);
  out.doc(`Every method of ${dialect.name}: direction, messages, deadline (milliseconds) and retries.`);
  out.print`export const ${out.declareValue("methods")} = {`;
  for (const method of dialect.methods)
    out.print`  ${propertyKey(method.name)}: ${literal(methodRow(dialect, method), 120, 1)},`;
  out.print`} as const satisfies Record<string, MethodRow>;\n`;
  out.doc("The name of a method.");
  out.print`export type ${out.declareType("MethodName")} = keyof typeof methods;\n`;
  emitMethodTypes(dialect, out);
  emitRoutes(dialect, out);
  return out.render();
}

function emitInterfaces(out: File): void {
  out.doc("One request with its reply and its limits.");
  out.print`export interface ${out.declareType("ExchangeRow")} {
  /** Message type of the params, or the schema's title if there is none. */
  readonly request: string;
  /** Message type of the result; null for a notification. */
  readonly reply: string | null;
  /** The longest time that the caller waits, in milliseconds; null if it does not wait. */
  readonly deadlineMs: number | null;
  readonly retries: number;
  /** Pause before each retry, in milliseconds; null means exponential backoff. */
  readonly retryPauseMs: number | null;
  /** A missing reply is only logged. */
  readonly bestEffort: boolean;
}
`;
  out.doc("One method.");
  out.print`export interface ${out.declareType("MethodRow")} extends ExchangeRow {
  readonly name: string;
  readonly from: readonly Role[];
  readonly to: readonly Role[];
  /** Message type of the acknowledgement of a notification with an id. */
  readonly ack: string | null;
  /** Whether the params have the envelope of the dialect. */
  readonly envelope: boolean;
  /** Other forms that the same method accepts. */
  readonly forms: readonly ExchangeRow[];
  /** Parameter names in order, for a method that takes them by position. */
  readonly positional?: readonly string[];
}
`;
}

/** A method's row, as plain data. */
export function methodRow(dialect: Dialect, method: Method): JsonObject {
  const { request, reply, ...limits } = exchangeRow(dialect, method);
  return {
    name: method.name,
    from: method.from,
    to: method.to,
    request: request ?? null,
    reply: reply ?? null,
    ack: method.ack === null ? null : wireName(dialect, method.ack),
    ...limits,
    envelope: method.envelope,
    forms: method.forms.map((form) => exchangeRow(dialect, form)),
    ...(method.positional ? { positional: method.params } : {}),
  };
}

/** The part of a row that a further form of the method also has. */
export function exchangeRow(dialect: Dialect, exchange: Exchange): JsonObject {
  const { deadlineMs, retries, retryPauseMs, bestEffort } = exchange;
  const reply: Json = exchange.reply === null ? null : wireName(dialect, exchange.reply);
  return {
    request: wireName(dialect, exchange.request),
    reply,
    deadlineMs,
    retries,
    retryPauseMs,
    bestEffort,
  };
}

function emitMethodTypes(dialect: Dialect, out: File): void {
  out.doc("The types of each method's messages: as sent, and as received (In).");
  out.print`export interface ${out.declareType("MethodTypes")} {`;
  for (const method of dialect.methods) {
    out.print`  ${propertyKey(method.name)}: {`;
    out.print`    request: ${sentType(dialect, method.request)};`;
    out.print`    requestIn: ${receivedType(dialect, method.request)};`;
    out.print`    reply: ${orNull(method.reply, (type) => sentType(dialect, type))};`;
    out.print`    replyIn: ${orNull(method.reply, (type) => receivedType(dialect, type))};`;
    out.print`    ack: ${orNull(method.ack, (type) => sentType(dialect, type))};`;
    out.print`    ackIn: ${orNull(method.ack, (type) => receivedType(dialect, type))};`;
    out.print`  };`;
  }
  out.print`}`;
}

function orNull(type: NamedType | null, print: (type: NamedType) => Printable): Printable {
  return type === null ? code`null` : print(type);
}

function emitRoutes(dialect: Dialect, out: File): void {
  if (dialect.routes.length === 0) return;
  out.print``;
  out.doc("Plain HTTP routes. Their bodies are messages without JSON-RPC.");
  const rows = dialect.routes.map((route) => ({
    path: route.path,
    verb: route.verb,
    request: route.request === null ? null : wireName(dialect, route.request),
    reply: route.reply === null ? null : wireName(dialect, route.reply),
  }));
  out.print`export const ${out.declareValue("httpRoutes")} = ${literal(rows)} as const;`;
}
