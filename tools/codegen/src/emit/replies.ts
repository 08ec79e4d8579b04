import { differsWhenReceived, fieldsOf, messageTypeOf } from "../model/fields.js";
import type { Dialect, NamedType } from "../model/model.js";
import { type Code, code, File, join, type Name, type Output } from "../print/file.js";
import { propertyKey, quote } from "../print/literal.js";
import { hasBuilder, planOf, wireName } from "./messages.js";
import { builder, fieldsType, receivedType, runtime, sentType } from "./modules.js";

export interface Pair {
  readonly request: NamedType;
  readonly reply: NamedType;
  /** Fields of the reply that are taken from the request. */
  readonly copied: readonly string[];
  readonly signed: boolean;
}

/** `reply(request, senderFields, fields)`: a reply that always has the conversation and the match of the request. */
export function emitReplies(dialect: Dialect): Output[] {
  const pairs = pairsOf(dialect);
  if (pairs.length === 0) return [];
  const out = new File(`${dialect.name}/replies`, dialect.file);
  out.print`/** The fields of a reply that its sender sets; those that are copied from the request are optional. */
export type Remaining<Fields, Copied extends keyof Fields> = Omit<Fields, Copied> & Partial<Pick<Fields, Copied>>;\n`;
  emitReplyTypes(dialect, pairs, out);
  for (const pair of pairs) emitPair(dialect, pair, out);
  emitDispatch(dialect, pairs, out);
  return [out.render()];
}

export function pairsOf(dialect: Dialect): Pair[] {
  const pairs = new Map<string, Pair>();
  for (const { request, reply: result, ack } of dialect.methods) {
    const reply = result ?? ack;
    if (reply === null || !hasBuilder(dialect, reply)) continue;
    const { identity, given, signed } = planOf(dialect, reply);
    if (messageTypeOf(dialect, request.schema) === undefined || identity.length === 0) continue;
    const asked = new Map(fieldsOf(dialect, request.schema).map((field) => [field.name, field]));
    // The members that both messages declare with the same reference and that the request requires.
    const copied = given.filter(({ name, schema: { $ref } }) => {
      const source = asked.get(name);
      const isSame = $ref !== undefined && source?.schema.$ref === $ref && source.required;
      return isSame && !differsWhenReceived(dialect, $ref);
    });
    pairs.set(request.name, { request, reply, copied: copied.map(({ name }) => name), signed });
  }
  return [...pairs.values()];
}

function emitReplyTypes(dialect: Dialect, pairs: readonly Pair[], out: File): void {
  out.print`/** Each request with a reply, by its message type. */
export interface Replies {`;
  for (const pair of pairs) {
    out.print`  ${propertyKey(wireName(dialect, pair.request))}: {
    request: ${receivedType(dialect, pair.request)};
    reply: ${sentType(dialect, pair.reply)};
    fields: ${remaining(dialect, pair)};
    senderFields: ${senderFields(dialect, pair)};
  };`;
  }
  out.print`}\n`;
}

function remaining(dialect: Dialect, { reply, copied }: Pair): Code {
  const fields = fieldsType(dialect, reply);
  const names = copied.map(quote).join(" | ");
  return copied.length === 0 ? code`${fields}` : code`Remaining<${fields}, ${names}>`;
}

/** The sender's fields. A request in a loose envelope may have no conversation, so the sender of the reply gives one. */
function senderFields(dialect: Dialect, { request, signed }: Pair): Name {
  const [plain, ofSigned] = givesConversation(dialect, request)
    ? [runtime.SenderFields, runtime.SignedSenderFields]
    : [runtime.Identity, runtime.SignedIdentity];
  return signed ? ofSigned : plain;
}

function givesConversation(dialect: Dialect, request: NamedType): boolean {
  return fieldsOf(dialect, request.schema).some(
    ({ name, required }) => name === "conversation_id" && required,
  );
}

function emitPair(dialect: Dialect, pair: Pair, out: File): void {
  const { request, reply, copied } = pair;
  const names = ["conversation_id", ...copied].map((name) => `\`${name}\``).join(", ");
  const about = `${wireName(dialect, reply)} in answer to ${wireName(dialect, request)}`;
  out.doc(`${about}; ${names} ${copied.length === 0 ? "is" : "are"} copied.`);
  const isOptional = planOf(dialect, reply).given.every(
    (field) => !field.sentRequired || copied.includes(field.name),
  );
  const other = givesConversation(dialect, request) ? "" : " ?? senderFields.conversation_id";
  const members = copied.map((field) => code`${propertyKey(field)}: request.${field}, `);
  const fields = copied.length === 0 ? code`fields` : code`{ ${join(members, "")}...fields }`;
  out.print`export function replyTo${request.name}(
  request: ${receivedType(dialect, request)},
  senderFields: ${senderFields(dialect, pair)},
  fields: ${remaining(dialect, pair)}${isOptional ? " = {}" : ""},
): ${sentType(dialect, reply)} {
  return ${builder(dialect, reply)}({ ...senderFields, conversation_id: request.conversation_id${other} }, ${fields});
}\n`;
}

function emitDispatch(dialect: Dialect, pairs: readonly Pair[], out: File): void {
  out.print`/** A request that \`reply\` can answer. */
export type Repliable = Replies[keyof Replies]["request"];

/** The message type of a request. */
export type RequestType<Request extends Repliable> = NonNullable<Request["message_type"]> & keyof Replies;

/**
 * The reply to a request: the conversation and the ids of both messages are copied, the caller gives the other fields.
 *
 * It contains all builders of replies. A program that must be small calls single \`replyTo…\` functions.
 */
export function reply<Request extends Repliable>(
  request: Request,
  senderFields: Replies[RequestType<Request>]["senderFields"],
  fields: Replies[RequestType<Request>]["fields"],
): Replies[RequestType<Request>]["reply"] {
  const answer = answers[request.message_type as keyof Replies] as Answer | undefined;
  if (answer === undefined) throw new TypeError(\`no message answers \${String(request.message_type)}\`);
  return answer(request, senderFields, fields);
}

type Answer = (request: Repliable, senderFields: ${runtime.SenderFields}, fields: object) => Replies[keyof Replies]["reply"];

const answers: { readonly [Type in keyof Replies]: unknown } = {`;
  for (const { request } of pairs)
    out.print`  ${propertyKey(wireName(dialect, request))}: replyTo${request.name},`;
  out.print`};`;
}
