import { type Field, fieldsOf, messageTypeOf } from "../model/fields.js";
import type { Dialect, NamedType } from "../model/model.js";
import { code, File, join, type Output } from "../print/file.js";
import { literal, propertyAccess, propertyKey, quote } from "../print/literal.js";
import { isRecord } from "../schema/schema.js";
import { type Checks, emitCheck } from "./checks.js";
import { emitGuard, type Guards } from "./guards.js";
import {
  builder,
  fieldsType,
  runtime,
  sentType,
  typeModule,
  validator,
  validatorsModule,
} from "./modules.js";
import { emitTypes, typeDeclarations } from "./types.js";

/**
 * One module a message, and one for the schemas that messages share: types, builders, and an expression that says whether data
 * fits. And one with the validators, which find all faults.
 */
export async function emitMessages(dialect: Dialect, checks: Checks, guards: Guards): Promise<Output[]> {
  const declarations = await typeDeclarations(dialect);
  const files = new Map<string, File>();
  const validators = new File(validatorsModule(dialect), dialect.file);
  for (const type of dialect.types.values()) {
    const out = fileOf(dialect, type, files);
    emitTypes(dialect, type, declarations, out);
    if (dialect.isMain && hasBuilder(dialect, type)) emitBuilder(dialect, type, out);
    const guard = guards.get(type.name) ?? null;
    if (guard !== null) emitGuard(dialect, type, guard, out);
    emitCheck(dialect, type, checks, validators);
  }
  if (dialect.isLeagueSpec) emitTable(dialect, validators);
  return [...files.values(), validators].map((file) => file.render());
}

function emitTable(dialect: Dialect, out: File): void {
  out.doc("The validator of each message, by its type, or its title if it has none.");
  out.print`export const validators: Readonly<Record<string, ${runtime.Validator}<unknown>>> = {`;
  for (const type of dialect.types.values()) {
    if (type.isMessage) out.print`  ${propertyKey(wireName(dialect, type))}: ${validator(dialect, type)},`;
  }
  out.print`};`;
}

function fileOf(dialect: Dialect, type: NamedType, files: Map<string, File>): File {
  const module = typeModule(dialect, type);
  const before = files.get(module);
  if (before !== undefined) before.print``;
  const file = before ?? new File(module, type.isMessage ? type.file : dialect.file);
  files.set(module, file);
  return file;
}

/** Fields about the sender; a builder takes them from the identity. */
const IDENTITY = new Set(["sender", "timestamp", "conversation_id", "auth_token"]);

/** The sources of the fields of one message for its builder. */
export type Plan = ReturnType<typeof planOf>;

export function planOf(dialect: Dialect, type: NamedType) {
  const fields = fieldsOf(dialect, type.schema);
  const enveloped = dialect.isLeagueSpec && messageTypeOf(dialect, type.schema) !== undefined;
  const isConstant = (field: Field) => field.schema.const !== undefined && field.sentRequired;
  // A message that declares such a field itself gives it another meaning, such as the issued token.
  const isIdentity = (field: Field) => enveloped && field.from !== null && IDENTITY.has(field.name);
  const identity = fields.filter((field) => isIdentity(field) && !isConstant(field));
  return {
    /** All fields, in the order of the output. */
    fields,
    constants: fields.filter(isConstant),
    identity,
    given: fields.filter((field) => !isConstant(field) && !isIdentity(field)),
    /** The sender's token is required, so the identity must have one. */
    signed: identity.some((field) => field.name === "auth_token" && field.sentRequired),
  };
}

/**
 * Whether a schema gets a builder: whole messages of our conventions with a list of fields. A builder of an open object would drop
 * other fields.
 */
export function hasBuilder({ isLeagueSpec }: Dialect, { isMessage, schema }: NamedType): boolean {
  return isLeagueSpec && isMessage && isRecord(schema) && schema.additionalProperties !== true;
}

/** A function that makes the message from the constants, the identity (envelope) and the caller's fields. */
export function emitBuilder(dialect: Dialect, type: NamedType, out: File): void {
  const plan = planOf(dialect, type);
  const message = sentType(dialect, type);
  const fields = fieldsType(dialect, type);
  out.print``;
  emitFieldsType(dialect, type, plan, out);
  out.print``;
  const signed = plan.signed ? ", signed with the sender's token" : "";
  out.doc(`A whole ${wireName(dialect, type)}${signed}; undeclared members of \`fields\` are left out.`);
  const identity = code`identity: ${plan.signed ? runtime.SignedIdentity : runtime.Identity}`;
  const isOptional = plan.given.every((field) => !field.sentRequired);
  const given = plan.given.length > 0 ? "fields" : "_fields";
  const parameters = [
    ...(plan.identity.length > 0 ? [identity] : []),
    code`${given}: ${fields}${isOptional ? " = {}" : ""}`,
  ];
  out.print`export function ${builder(dialect, type)}(${join(parameters, ", ")}): ${message} {`;
  const optionals = [...plan.identity, ...plan.given].filter((field) => !field.sentRequired);
  const members = plan.fields
    .filter((field) => field.sentRequired)
    .map((field) => `    ${propertyKey(field.name)}: ${valueFor(plan, field)},\n`);
  const whole = members.length === 0 ? "{}" : `{\n${members.join("")}  }`;
  out.print`  ${optionals.length > 0 ? code`const message: ${message} =` : "return"} ${whole};`;
  for (const field of optionals) {
    const value = valueFor(plan, field);
    out.print`  if (${value} !== undefined) message${propertyAccess(field.name)} = ${value};`;
  }
  if (optionals.length > 0) out.print`  return message;`;
  out.print`}`;
}

function emitFieldsType(dialect: Dialect, type: NamedType, plan: Plan, out: File): void {
  out.doc(`The fields of ${wireName(dialect, type)} that its sender sets.`);
  const name = `${type.name}Fields`;
  const message = sentType(dialect, type);
  const filled = [...plan.constants, ...plan.identity].map((field) => field.name);
  if (plan.given.length === 0) out.print`export type ${name} = Record<string, never>;`;
  else if (filled.length === 0) out.print`export type ${name} = ${message};`;
  else out.print`export type ${name} = Omit<${message}, ${filled.map(quote).join(" | ")}>;`;
}

function valueFor(plan: Plan, field: Field): string {
  if (plan.constants.includes(field)) return literal(field.schema.const ?? null);
  return `${plan.identity.includes(field) ? "identity" : "fields"}${propertyAccess(field.name)}`;
}

/** The display name of a message: its message type, or its title without one. */
export function wireName(dialect: Dialect, type: NamedType): string {
  return messageTypeOf(dialect, type.schema) ?? type.name;
}
