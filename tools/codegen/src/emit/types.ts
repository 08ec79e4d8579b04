import { compile, type JSONSchema, type Options } from "json-schema-to-typescript";
import type { Json } from "../json.js";
import { differsWhenReceived, type Field, type Form, fieldsHere, ownFields } from "../model/fields.js";
import type { Dialect, NamedType } from "../model/model.js";
import { type Code, type File, type Name, wrapped } from "../print/file.js";
import { literal } from "../print/literal.js";
import {
  basesOf,
  isNullable,
  isOfKinds,
  isRecord,
  jsonKinds,
  type Kind,
  type Schema,
  typesOf,
} from "../schema/schema.js";
import { hasTwoTypes, receivedType, referredType, sentType } from "./modules.js";

const OPTIONS: Partial<Options> = {
  bannerComment: "",
  unreachableDefinitions: true,
  // Prettier would take longer than the rest of the generator.
  format: false,
};

/** The placeholder of a name in the text. json-schema-to-typescript changes some names, but not this form. */
const PLACEHOLDER = /(Name\$\d+)/;

/** The declarations of the types of one dialect, by the name of the type. */
export type Declarations = ReadonlyMap<string, Code>;

/** All types of a dialect in one call of json-schema-to-typescript, whose start takes longer than a type. */
export async function typeDeclarations(dialect: Dialect): Promise<Declarations> {
  const names: Name[] = [];
  const placeholder = (name: Name) => `Name$${names.push(name) - 1}`;
  const definitions: Record<string, JSONSchema> = {};
  const define = (type: NamedType, form: Form, name: Name) => {
    const title = placeholder(name);
    const refer = (target: string) => placeholder(referredType(dialect, target, form));
    definitions[title] = typeSchema({ dialect, form, refer }, type.schema, title);
  };
  for (const type of dialect.types.values()) {
    const onlyReceived = !dialect.isMain && differsWhenReceived(dialect, type.name);
    define(type, onlyReceived ? "received" : "sent", sentType(dialect, type));
    if (hasOwnReceivedType(dialect, type)) define(type, "received", receivedType(dialect, type));
  }
  const root: JSONSchema = { type: "object", additionalProperties: false, definitions };
  const text = await compile(root, "Root", OPTIONS);
  const declarations = text
    // A comment above a declaration is a part of its own, which is left out: the emitter writes its own comments.
    .split(/^(?=(?:\/\*\*\n(?: \*.*\n)+)?export (?:type|interface) )/m)
    .filter((part) => part.startsWith("export ") && PLACEHOLDER.test(part))
    .map((declaration) => {
      const parts = laidOut(declaration).split(PLACEHOLDER);
      const named = parts.map(
        (part, i) => (i % 2 === 1 ? names[Number(part.slice("Name$".length))] : part) ?? part,
      );
      const [, name = ""] = parts;
      return [names[Number(name.slice("Name$".length))]?.text ?? "", named] as const;
    });
  return new Map(declarations);
}

/** Declares the type of sent data and, if there is one, the type of received data. */
export function emitTypes(dialect: Dialect, type: NamedType, declarations: Declarations, out: File): void {
  const declare = (name: string) => {
    const declaration = declarations.get(name);
    if (declaration === undefined) throw new Error(`no type ${name} was made`);
    out.print`${declaration}`;
  };
  const { description = "", "x-source": clause } = type.schema;
  out.doc(description, clause === undefined ? "" : `Source: ${clause}.`);
  declare(type.name);
  if (!hasTwoTypes(dialect, type)) return;
  out.print``;
  if (hasOwnReceivedType(dialect, type)) {
    out.doc(`${type.name} as received: unknown fields are ignored, sender-only requirements do not apply.`);
    declare(`${type.name}In`);
  } else {
    out.doc(`${type.name} as received: the same type.`);
    out.print`export type ${type.name}In = ${type.name};`;
  }
}

function hasOwnReceivedType(dialect: Dialect, type: NamedType): boolean {
  return hasTwoTypes(dialect, type) && differsWhenReceived(dialect, type.name);
}

/** Indents unformatted text, which has one member, brace or line of comment a line, and adds semicolons. */
function laidOut(text: string): string {
  let depth = 0;
  const isInterface = text.startsWith("export interface");
  const lines = text
    .replaceAll(/^\/\*\*\n \* (.*)\n \*\/$/gm, "/** $1 */")
    .replaceAll(/^(.+?\??(?:: | = ))\(([^(){}\n]*)\)$/gm, "$1$2")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const isComment = /^(\/\*\*| \*)/.test(line);
      if (isComment) return "  ".repeat(depth) + line.trimEnd();
      if (/^[})]/.test(line)) depth--;
      const indented = "  ".repeat(depth) + line;
      if (line.endsWith("{")) depth++;
      const endsInterface = isInterface && line === "}" && depth === 0;
      return line.endsWith("{") || endsInterface ? indented : `${indented};`;
    });
  return lines.join("\n");
}

/** The settings of a conversion: the dialect that resolves references, the form, and the text for a reference. */
export interface Conversion {
  readonly dialect: Dialect;
  readonly form: Form;
  readonly refer: (name: string) => string;
}

/**
 * The input of json-schema-to-typescript for one form of a schema. References are names (`tsType`), so that shared types are
 * imported instead of repeated. Every value that the schema allows has the type; where TypeScript cannot say more, it is wider.
 */
export function typeSchema(conversion: Conversion, schema: Schema, title: string): JSONSchema {
  if (!isInterface(conversion, schema)) return { title, ...expression(conversion, schema, null) };
  // The title of a base must be its name, because json-schema-to-typescript prints the title after `extends`.
  const bases = basesOf(schema).map((base) => ({
    title: conversion.refer(base),
    tsType: conversion.refer(base),
  }));
  const fields = ownFields(conversion.dialect, schema);
  const own = { title, ...record(conversion, { ...schema, required: [] }, fields) };
  // Schemas in `extends` are draft 3: json-schema-to-typescript accepts them, but its types are for draft 4.
  return bases.length === 0 ? own : (Object.assign(own, { extends: bases }) as JSONSchema);
}

/** An object whose bases, by the rules of our own specification, it only narrows. Other bases may contradict it. */
function isInterface({ dialect }: Conversion, schema: Schema): boolean {
  return dialect.isLeagueSpec && isRecord(schema) && !isNullable(schema);
}

const UNKNOWN: JSONSchema = { tsType: "unknown" };

/** @param allowed the kinds of value that the schemas around this one allow; null for all. */
function expression(conversion: Conversion, schema: Schema, allowed: ReadonlySet<Kind> | null): JSONSchema {
  if (schema.not !== undefined && Object.keys(schema.not).length === 0) return { tsType: "never" };
  const kinds = jsonKinds(conversion.dialect, schema, allowed);
  const inner = (part: Schema) => expression(conversion, part, kinds);
  const all = [
    ...(schema.$ref === undefined ? [] : [{ tsType: conversion.refer(schema.$ref) }]),
    ...own(conversion, schema, kinds),
    ...(schema.allOf ?? []).map(inner),
    ...[schema.anyOf, schema.oneOf].flatMap((options) =>
      options === undefined ? [] : [union(options.map(inner))],
    ),
  ].filter((part) => part.tsType !== "unknown");
  const [first = UNKNOWN, ...others] = all;
  return others.length === 0 ? first : { allOf: all };
}

function union(options: readonly JSONSchema[]): JSONSchema {
  const [first = UNKNOWN, ...others] = options;
  if (options.some((option) => option.tsType === "unknown")) return UNKNOWN;
  return others.length === 0 ? first : { anyOf: [...options] };
}

const OF_PARTS = /^(properties|required|additionalProperties|patternProperties|items|prefixItems)$/;

/** What the schema says itself, without its references and compositions. */
function own(conversion: Conversion, schema: Schema, kinds: ReadonlySet<Kind> | null): JSONSchema[] {
  if ("const" in schema) return [listed([schema.const as Json])];
  if (schema.enum !== undefined) return [members(conversion, schema)];
  const hasParts = Object.keys(schema).some((keyword) => OF_PARTS.test(keyword));
  if (schema.type === undefined && (kinds === null || !hasParts)) return [];
  const types: readonly string[] = schema.type === undefined ? [...(kinds ?? [])] : typesOf(schema);
  return [union([...new Set(types)].map((type) => plain(conversion, schema, type)))];
}

/** An open enum accepts any other text from a peer. With `string & {}` an editor still completes the listed members. */
function members({ dialect, form }: Conversion, schema: Schema): JSONSchema {
  const types = typesOf(schema);
  const fitting = (schema.enum ?? []).filter((value) => types.length === 0 || isOfKinds(value, types));
  if (!dialect.isLeagueSpec || schema["x-open"] !== true || form === "sent") return listed(fitting);
  const hasNull = isNullable(schema) && !fitting.includes(null);
  return { tsType: `(${listed(fitting).tsType} | (string & {})${hasNull ? " | null" : ""})` };
}

function listed(values: readonly Json[]): JSONSchema {
  const types = [...new Set(values.map(valueType))];
  return { tsType: types.length > 1 ? `(${types.join(" | ")})` : (types[0] ?? "never") };
}

/** A type with one value. Numbers that TypeScript would write otherwise are only numbers. */
function valueType(value: Json): string {
  if (typeof value === "number") return /^-?\d+(\.\d+)?$/.test(String(value)) ? String(value) : "number";
  return literal(value, Number.POSITIVE_INFINITY);
}

function plain(conversion: Conversion, schema: Schema, type: string): JSONSchema {
  if (type === "array") return array(conversion, schema);
  if (type === "object") return record(conversion, schema, fieldsHere(schema));
  return { type: type === "integer" ? "number" : (type as "string") };
}

function array(conversion: Conversion, schema: Schema): JSONSchema {
  const inner = (part: Schema | undefined) =>
    part === undefined ? UNKNOWN : expression(conversion, part, null);
  const { prefixItems, items } = schema;
  if (prefixItems === undefined || prefixItems.length === 0) return { type: "array", items: inner(items) };
  const isClosed = items?.not !== undefined && Object.keys(items.not).length === 0;
  return {
    type: "array",
    items: prefixItems.map(inner),
    additionalItems: isClosed ? false : inner(items),
    minItems: Math.min(schema.minItems ?? 0, prefixItems.length),
    ...(isClosed ? { maxItems: prefixItems.length } : {}),
  };
}

/** An object with fields. Members without a name have a type only if the schema speaks of them, since TypeScript would apply it to all. */
function record(conversion: Conversion, schema: Schema, fields: readonly Field[]): JSONSchema {
  const { form, dialect } = conversion;
  const { additionalProperties: rest, patternProperties } = schema;
  if (fields.length === 0 && !isInterface(conversion, schema)) {
    // `{}` in TypeScript would be any value except null.
    if (rest === false && patternProperties === undefined) return { tsType: "Record<string, never>" };
    const isMap = typeof rest === "object" && patternProperties === undefined;
    return { type: "object", additionalProperties: isMap ? expression(conversion, rest, null) : UNKNOWN };
  }
  const isRequired = (field: Field) => (form === "sent" ? field.sentRequired : field.required);
  const hasOthers = dialect.isLeagueSpec
    ? rest === true && form === "sent"
    : (rest !== undefined && rest !== false) || patternProperties !== undefined;
  return {
    type: "object",
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(conversion, field)])),
    required: fields.filter(isRequired).map((field) => field.name),
    additionalProperties: hasOthers,
  };
}

function fieldSchema(conversion: Conversion, { schema }: Field): JSONSchema {
  const { description, deprecated } = schema;
  const text = description === undefined ? [] : wrapped(description.replaceAll("*/", "*\\/"));
  return {
    ...expression(conversion, schema, null),
    ...(text.length === 0 ? {} : { description: text.join("\n") }),
    ...(deprecated === true ? { deprecated } : {}),
  };
}
