import type { JsonObject } from "../json.js";
import type { Dialect, Exchange, Method } from "../model/model.js";
import { camel, methodConstant } from "../names.js";
import { type Code, code, File, join, type Output } from "../print/file.js";
import { literal, propertyKey, quote } from "../print/literal.js";
import type { Guards } from "./guards.js";
import { wireName } from "./messages.js";
import { guard, receivedType, runtime, sentType, validator } from "./modules.js";

/**
 * The methods of a dialect: one table of plain data, and one row each with the validators of its messages, which the tables of
 * the roles are made of. A bundler leaves out the rows that a program does not use.
 */
export function emitMethods(dialect: Dialect, guards: Guards): Output {
  const out = new File(`${dialect.name}/methods`, dialect.file);
  out.print`/** Every role of this dialect. */
export type Role = ${dialect.roles.map((role) => literal(role)).join(" | ") || "never"};

/** One request with its reply and its limits. */
export interface ExchangeRow {
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

/** One method. */
export interface MethodRow extends ExchangeRow {
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
  const messages = dialect.methods.flatMap(({ request, reply, ack, forms }) => [
    ...[request, reply, ack],
    ...forms.flatMap((form) => [form.request, form.reply]),
  ]);
  if (messages.some((type) => type !== null && guards.get(type.name)))
    out.print`const load = () => import("./validators.js");\n`;
  for (const method of dialect.methods) emitMethod(dialect, method, guards, out);
  out.doc(`Every method of ${dialect.name}: direction, messages, deadline (milliseconds) and retries.`);
  emitTable(
    "methods",
    dialect.methods,
    (method) => literal(methodRow(dialect, method)),
    out,
    " satisfies Record<string, MethodRow>",
  );
  out.print`/** The name of a method. */
export type MethodName = keyof typeof methods;\n`;
  for (const role of dialect.roles) {
    const who = `${/^[aeiou]/.test(role) ? "an" : "a"} ${role.replaceAll("_", " ")}`;
    const served = dialect.methods.filter((method) => method.to.includes(role));
    const called = dialect.methods.filter((method) => method.from.includes(role));
    out.doc(`The methods that ${who} answers, with their validators.`);
    emitTable(`${camel(role)}Serves`, served, ({ label }) => methodConstant(label), out);
    out.doc(`The methods that ${who} calls, with their validators.`);
    emitTable(`${camel(role)}Calls`, called, ({ label }) => methodConstant(label), out);
  }
  if (dialect.isMain) emitMethodTypes(dialect, out);
  return out.render();
}

function emitMethod(dialect: Dialect, method: Method, guards: Guards, out: File): void {
  const form = (each: Exchange) => checkedRow(dialect, { ...each, ack: null }, guards, limitsOf(each));
  const forms = method.forms.map((each) => code`, ${form(each)})`);
  const row = { name: method.name, ...limitsOf(method) };
  out.doc(`The name and the limits of ${method.name}, with the validators of its messages.`);
  out.print`export const ${methodConstant(method.label)} = ${checkedRow(dialect, method, guards, row)}${join(forms, "")});\n`;
}

function limitsOf({ deadlineMs, retries, retryPauseMs }: Exchange): JsonObject {
  return { deadlineMs, retries, retryPauseMs };
}

/** A call without its closing bracket. */
function checkedRow(
  dialect: Dialect,
  { request, reply, ack }: Exchange & Pick<Method, "ack">,
  guards: Guards,
  row: JsonObject,
): Code {
  const [ofRequest, ofReply, ofAck] = [request, reply, ack].map((type) => {
    if (type === null) return code`null`;
    const full = validator(dialect, type);
    return guards.get(type.name)
      ? code`/* @__PURE__ */ ${runtime.lazyValidator}(${guard(dialect, type)}, load, ${quote(type.name)})`
      : code`${full}`;
  }) as [Code, Code, Code];
  return code`/* @__PURE__ */ ${runtime.withValidators}(${literal(row)}, ${ofRequest}, ${ofReply}, ${ofAck}`;
}

function emitTable(
  name: string,
  methods: readonly Method[],
  row: (method: Method) => string,
  out: File,
  satisfies = "",
): void {
  out.print`export const ${name} = {`;
  for (const method of methods) out.print`  ${propertyKey(method.name)}: ${row(method)},`;
  out.print`} as const${satisfies};\n`;
}

/** A method's row, as plain data. */
function methodRow(dialect: Dialect, method: Method): JsonObject {
  const { name, from, to, ack, envelope, positional, params } = method;
  const { request = null, reply = null, ...limits } = exchangeRow(dialect, method);
  return {
    name,
    from,
    to,
    request,
    reply,
    ack: ack && wireName(dialect, ack),
    ...limits,
    envelope,
    forms: method.forms.map((form) => exchangeRow(dialect, form)),
    ...(positional ? { positional: params } : {}),
  };
}

/** The part of a row that a further form of the method also has. */
function exchangeRow(dialect: Dialect, exchange: Exchange): JsonObject {
  const { request, reply, deadlineMs, retries, retryPauseMs, bestEffort } = exchange;
  const messages = { request: wireName(dialect, request), reply: reply && wireName(dialect, reply) };
  return { ...messages, deadlineMs, retries, retryPauseMs, bestEffort };
}

function emitMethodTypes(dialect: Dialect, out: File): void {
  out.print`/** The types of each method's messages: as sent, and as received (In). */
export interface MethodTypes {`;
  for (const { name, request, reply, ack } of dialect.methods) {
    const pairs = Object.entries({ request, reply, ack }).map(([part, type]) => {
      const [sent, received] = [sentType, receivedType].map((of) =>
        type === null ? "null" : of(dialect, type),
      );
      return code`\n    ${part}: ${sent ?? ""}; ${part}In: ${received ?? ""};`;
    });
    out.print`  ${propertyKey(name)}: {${pairs}\n  };`;
  }
  out.print`}`;
}
