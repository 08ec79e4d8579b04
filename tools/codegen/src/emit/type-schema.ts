import type { JSONSchema } from "json-schema-to-typescript";
import { type Field, ownFields } from "../model/fields.js";
import type { Types } from "../model/model.js";
import { basesOf, isMap, isNullable, mainTypes, type Schema, type TypeName } from "../model/schema.js";
import { wrapped } from "../print/file.js";

/** The two types of a schema: sent data and received data. */
export type Form = "sent" | "received";

/** The settings of a conversion: the dialect that resolves references, the form, and the text for a reference. */
export interface Conversion {
  readonly types: Types;
  readonly form: Form;
  readonly refer: (name: string) => string;
}

/**
 * The input of json-schema-to-typescript for one form of a schema. References are names (`tsType`), so that shared types are
 * imported instead of repeated. An object lists its own fields and extends its bases.
 */
export function typeSchema(conversion: Conversion, schema: Schema, title: string): JSONSchema {
  if (!isInterface(schema)) return { title, ...expression(conversion, schema) };
  // The title of a base must be its name, because json-schema-to-typescript prints the title after `extends`.
  const bases = basesOf(schema).map((base) => ({
    title: conversion.refer(base),
    ...reference(conversion, base),
  }));
  const own = { title, ...record(conversion, schema) };
  // Schemas in `extends` are draft 3: json-schema-to-typescript accepts them, but its types are for draft 4.
  return bases.length === 0 ? own : (Object.assign(own, { extends: bases }) as JSONSchema);
}

function isInterface(schema: Schema): boolean {
  return mainTypes(schema)[0] === "object" && !isMap(schema) && !isNullable(schema);
}

function expression(conversion: Conversion, schema: Schema): JSONSchema {
  const options = alternatives(conversion, schema);
  const [only] = options;
  return options.length === 1 && only !== undefined ? only : { anyOf: options };
}

function alternatives(conversion: Conversion, schema: Schema): JSONSchema[] {
  if (schema.$ref !== undefined) return [reference(conversion, schema.$ref)];
  if (schema.oneOf !== undefined) return schema.oneOf.map((option) => expression(conversion, option));
  if (schema.const !== undefined) return [{ enum: [schema.const] }];
  if (schema.enum !== undefined) return members(conversion, schema);
  if (schema.type === undefined) return [{ tsType: "unknown" }];
  const types = mainTypes(schema).map((type) => plain(conversion, schema, type));
  return isNullable(schema) ? [...types, { type: "null" }] : types;
}

/** An open enum accepts any other text from a peer. With `string & {}` an editor still completes the listed members. */
function members({ form }: Conversion, schema: Schema): JSONSchema[] {
  const listed = { enum: [...(schema.enum ?? [])] };
  if (schema["x-open"] !== true || form === "sent") return [listed];
  const hasNull = isNullable(schema) && !listed.enum.includes(null);
  return [listed, { tsType: "(string & {})" }, ...(hasNull ? [{ type: "null" as const }] : [])];
}

function plain(conversion: Conversion, schema: Schema, type: TypeName): JSONSchema {
  if (type === "array") return { type, items: expression(conversion, schema.items ?? {}) };
  if (type !== "object") return { type };
  if (isMap(schema)) return map(conversion, schema);
  const bases = basesOf(schema).map((base) => reference(conversion, base));
  const own = record(conversion, schema);
  return bases.length === 0 ? own : { ...own, allOf: bases };
}

/** An object without fields is not `{}` in TypeScript, which would be any value except null. */
function map(conversion: Conversion, schema: Schema): JSONSchema {
  const rest = schema.additionalProperties;
  if (rest === false) return { tsType: "Record<string, never>" };
  return {
    type: "object",
    additionalProperties: typeof rest === "object" ? expression(conversion, rest) : true,
  };
}

/** The fields that an object declares itself. The received form allows unknown fields, but they have no type. */
function record(conversion: Conversion, schema: Schema): JSONSchema {
  const fields = ownFields(conversion.types, schema);
  const isRequired = (field: Field) => (conversion.form === "sent" ? field.sentRequired : field.required);
  return {
    type: "object",
    properties: Object.fromEntries(fields.map((field) => [field.name, member(conversion, field)])),
    required: fields.filter(isRequired).map((field) => field.name),
    additionalProperties: schema.additionalProperties === true && conversion.form === "sent",
  };
}

function member(conversion: Conversion, { schema }: Field): JSONSchema {
  const { description, deprecated } = schema;
  return {
    ...expression(conversion, schema),
    ...(description === undefined ? {} : { description: wrapped(description).join("\n") }),
    ...(deprecated === true ? { deprecated } : {}),
  };
}

function reference({ refer }: Conversion, name: string): JSONSchema {
  return { tsType: refer(name) };
}
