import { fieldsOf, messageTypeOf } from "../model/fields.js";
import { differsWhenReceived } from "../model/forms.js";
import type { Dialect, NamedType } from "../model/model.js";
import { code, join } from "../print/code.js";
import { File, type Output } from "../print/file.js";
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
export function emitReplies(dialect: Dialect): Output | null {
  const pairs = pairsOf(dialect);
  if (pairs.length === 0) return null;
  const out = new File(`${dialect.name}/replies`, dialect.file);
  out.doc("The fields of a reply that its sender sets; those that are copied from the request are optional.");
  out.print`export type ${out.declareType("Remaining")}<Fields, Copied extends keyof Fields> = Omit<Fields, Copied> & Partial<Pick<Fields, Copied>>;\n`;
  emitReplyTypes(dialect, pairs, out);
  for (const pair of pairs) emitPair(dialect, pair, out);
  emitDispatch(dialect, pairs, out);
  return out.render();
}

export function pairsOf(dialect: Dialect): Pair[] {
  const pairs = new Map<string, Pair>();
  for (const method of dialect.methods) {
    const { request } = method;
    const reply = method.reply ?? method.ack;
    if (reply === null || !hasBuilder(dialect, reply) || messageTypeOf(dialect, request.schema) === undefined)
      continue;
    const plan = planOf(dialect, reply);
    if (plan.identity.length === 0) continue;
    pairs.set(request.name, {
      request,
      reply,
      copied: copiedFields(dialect, request, reply),
      signed: plan.signed,
    });
  }
  return [...pairs.values()];
}

/** The members that both messages declare with the same reference and that the request requires. */
function copiedFields(dialect: Dialect, request: NamedType, reply: NamedType): string[] {
  const asked = new Map(fieldsOf(dialect, request.schema).map((field) => [field.name, field]));
  return planOf(dialect, reply)
    .given.filter((field) => {
      const source = asked.get(field.name);
      const ref = field.schema.$ref;
      return (
        ref !== undefined &&
        source?.schema.$ref === ref &&
        source.required &&
        !differsWhenReceived(dialect, ref)
      );
    })
    .map((field) => field.name);
}

function emitReplyTypes(dialect: Dialect, pairs: readonly Pair[], out: File): void {
  out.doc("Each request with a reply, by its message type.");
  out.print`export interface ${out.declareType("Replies")} {`;
  for (const pair of pairs) {
    out.print`  ${propertyKey(wireName(dialect, pair.request))}: {`;
    out.print`    request: ${receivedType(dialect, pair.request)};`;
    out.print`    reply: ${sentType(dialect, pair.reply)};`;
    out.print`    fields: ${remaining(dialect, pair)};`;
    out.print`    senderFields: ${senderFields(dialect, pair)};`;
    out.print`  };`;
  }
  out.print`}\n`;
}

function remaining(dialect: Dialect, pair: Pair) {
  const fields = fieldsType(dialect, pair.reply);
  return pair.copied.length === 0
    ? code`${fields}`
    : code`Remaining<${fields}, ${pair.copied.map(quote).join(" | ")}>`;
}

/** The sender's fields. A request in a loose envelope may have no conversation, so the sender of the reply gives one. */
function senderFields(dialect: Dialect, pair: Pair) {
  if (givesConversation(dialect, pair.request))
    return pair.signed ? runtime.SignedSenderFields : runtime.SenderFields;
  return pair.signed ? runtime.SignedIdentity : runtime.Identity;
}

function givesConversation(dialect: Dialect, request: NamedType): boolean {
  return fieldsOf(dialect, request.schema).some(
    (field) => field.name === "conversation_id" && field.required,
  );
}

function emitPair(dialect: Dialect, pair: Pair, out: File): void {
  const request = wireName(dialect, pair.request);
  const copied = ["conversation_id", ...pair.copied].map((name) => `\`${name}\``).join(", ");
  out.doc(
    `${wireName(dialect, pair.reply)} in answer to ${request}; ${copied} ${pair.copied.length === 0 ? "is" : "are"} copied.`,
  );
  const name = out.declareValue(`replyTo${pair.request.name}`);
  const plan = planOf(dialect, pair.reply);
  const optional = plan.given.every((field) => !field.sentRequired || pair.copied.includes(field.name))
    ? " = {}"
    : "";
  out.print`export function ${name}(
  request: ${receivedType(dialect, pair.request)},
  senderFields: ${senderFields(dialect, pair)},
  fields: ${remaining(dialect, pair)}${optional},
): ${sentType(dialect, pair.reply)} {`;
  const isSure = givesConversation(dialect, pair.request);
  const conversation = isSure
    ? "request.conversation_id"
    : "request.conversation_id ?? senderFields.conversation_id";
  const members = pair.copied.map((field) => code`${propertyKey(field)}: request.${field}, `);
  const fields = pair.copied.length === 0 ? code`fields` : code`{ ${join(members, "")}...fields }`;
  out.print`  return ${builder(dialect, pair.reply)}({ ...senderFields, conversation_id: ${conversation} }, ${fields});`;
  out.print`}\n`;
}

function emitDispatch(dialect: Dialect, pairs: readonly Pair[], out: File): void {
  out.doc("A request that `reply` can answer.");
  out.print`export type ${out.declareType("Repliable")} = Replies[keyof Replies]["request"];\n`;
  out.doc("The message type of a request.");
  out.print`export type ${out.declareType("RequestType")}<Request extends Repliable> = NonNullable<Request["message_type"]> & keyof Replies;\n`;
  out.doc(
    "The reply to a request: the conversation and the ids of both messages are copied, the caller gives the other fields.",
    "It contains all builders of replies. A program that must be small calls single `replyTo…` functions.",
  );
  out.print`export function ${out.declareValue("reply")}<Request extends Repliable>(
  request: Request,
  senderFields: Replies[RequestType<Request>]["senderFields"],
  fields: Replies[RequestType<Request>]["fields"],
): Replies[RequestType<Request>]["reply"] {
  const answer = answers[request.message_type as keyof Replies] as Answer | undefined;
  if (answer === undefined) throw new TypeError(\`no message answers \${String(request.message_type)}\`);
  return answer(request, senderFields, fields);
}
`;
  out.print`type ${out.declareType("Answer")} = (request: Repliable, senderFields: ${runtime.SenderFields}, fields: object) => Replies[keyof Replies]["reply"];\n`;
  out.print`const ${out.declareValue("answers")}: { readonly [Type in keyof Replies]: unknown } = {`;
  for (const pair of pairs) {
    out.print`  ${propertyKey(wireName(dialect, pair.request))}: replyTo${pair.request.name},`;
  }
  out.print`};`;
}
