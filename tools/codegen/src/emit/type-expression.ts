import { type Field, ownFields } from "../model/fields.js";
import type { Dialect } from "../model/model.js";
import {
  basesOf,
  isMap,
  isNullable,
  mainTypes,
  type Scalar,
  type Schema,
  type TypeName,
} from "../model/schema.js";
import { type Code, code, indent, join, type Name, type Printable } from "../print/code.js";
import { docLines } from "../print/file.js";
import { propertyKey, quote } from "../print/literal.js";
import { receivedType, sentType } from "./modules.js";

/** Which of a schema's two types is meant: what we send, or what we receive. */
export type Form = "sent" | "received";

/** The TypeScript type of a schema, as an expression. */
export function typeExpression(dialect: Dialect, schema: Schema, form: Form): Code {
  return union(alternatives(dialect, schema, form));
}

/** The type that a reference means. */
export function referred(dialect: Dialect, name: string, form: Form): Name {
  const type = dialect.types.get(name);
  if (type === undefined) throw new Error(`no schema ${name} in ${dialect.name}`);
  return form === "sent" ? sentType(dialect, type) : receivedType(dialect, type);
}

/** The members of an object type between its braces. */
export function objectBody(dialect: Dialect, schema: Schema, form: Form): Code {
  const members = ownFields(dialect, schema).map((field) => member(dialect, field, form));
  if (schema.additionalProperties === true && form === "sent") members.push(code`[key: string]: unknown;`);
  return indent(code`{\n${join(members, "\n")}`);
}

function member(dialect: Dialect, field: Field, form: Form): Code {
  const required = form === "sent" ? field.sentRequired : field.required;
  const notes = docLines([
    field.schema.description ?? "",
    field.schema.deprecated === true ? "@deprecated" : "",
  ]);
  const doc = notes.length === 0 ? "" : `${notes.join("\n")}\n`;
  return code`${doc}${propertyKey(field.name)}${required ? "" : "?"}: ${typeExpression(dialect, field.schema, form)};`;
}

function alternatives(dialect: Dialect, schema: Schema, form: Form): Printable[] {
  if (schema.$ref !== undefined) return [referred(dialect, schema.$ref, form)];
  if (schema.oneOf !== undefined) return schema.oneOf.map((option) => typeExpression(dialect, option, form));
  if (schema.const !== undefined) return [scalar(schema.const)];
  if (schema.enum !== undefined) return members(schema, form);
  const types = mainTypes(schema).map((type) => plain(dialect, schema, type, form));
  if (schema.type === undefined) types.push(code`unknown`);
  return isNullable(schema) ? [...types, "null"] : types;
}

/** The members of an enum; an open one accepts any other text from a peer, and still completes in an editor. */
function members(schema: Schema, form: Form): string[] {
  const listed = (schema.enum ?? []).map(scalar);
  if (schema["x-open"] !== true || form === "sent") return listed;
  return [...listed, "(string & {})", ...(isNullable(schema) && !listed.includes("null") ? ["null"] : [])];
}

function plain(dialect: Dialect, schema: Schema, type: TypeName, form: Form): Code {
  if (type === "string" || type === "boolean") return code`${type}`;
  if (type === "integer" || type === "number") return code`number`;
  if (type === "array") return list(typeExpression(dialect, schema.items ?? {}, form));
  if (isMap(schema)) return map(dialect, schema, form);
  const bases = basesOf(schema).map((base) => referred(dialect, base, form));
  return join([...bases, code`${objectBody(dialect, schema, form)}\n}`], " & ");
}

function map(dialect: Dialect, schema: Schema, form: Form): Code {
  const rest = schema.additionalProperties;
  if (rest === false) return code`Record<string, never>`;
  return code`Record<string, ${typeof rest === "object" ? typeExpression(dialect, rest, form) : "unknown"}>`;
}

function list(items: Code): Code {
  const needsBrackets = items.parts.some((part) => typeof part === "string" && / [|&] /.test(part));
  return needsBrackets ? code`(${items})[]` : code`${items}[]`;
}

function union(types: readonly Printable[]): Code {
  return types.length === 0 ? code`never` : join(types, " | ");
}

function scalar(value: Scalar): string {
  return typeof value === "string" ? quote(value) : String(value);
}
