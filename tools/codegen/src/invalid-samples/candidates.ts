import { isList, isObject, type Json } from "../json.js";
import { fieldsOf } from "../model/fields.js";
import { childPointer } from "../runtime/pointer.js";
import { isMap, mainTypes, type Schema, type Types } from "../schema/schema.js";

import { type Candidate, valueFaults } from "./values.js";

/** All changes of one place of this message that can break its schema. */
export function candidates(types: Types, schema: Schema, value: Json, pointer = ""): Candidate[] {
  const { $ref } = schema;
  if ($ref !== undefined) return candidates(types, types.types.get($ref)?.schema ?? {}, value, pointer);
  const own = valueFaults(schema, value, pointer);
  if (isList(value)) {
    const [first] = value;
    if (first === undefined || schema.items === undefined) return own;
    return [...own, ...candidates(types, schema.items, first, childPointer(pointer, 0))];
  }
  if (!isObject(value) || mainTypes(schema)[0] !== "object") return own;
  return [
    ...own,
    ...(isMap(schema) ? inMap(types, schema, value, pointer) : inRecord(types, schema, value, pointer)),
  ];
}

function inMap(
  types: Types,
  schema: Schema,
  value: Readonly<Record<string, Json>>,
  pointer: string,
): Candidate[] {
  const [entry] = Object.entries(value);
  if (entry === undefined || typeof schema.additionalProperties !== "object") return [];
  return candidates(types, schema.additionalProperties, entry[1], childPointer(pointer, entry[0]));
}

function inRecord(
  types: Types,
  schema: Schema,
  value: Readonly<Record<string, Json>>,
  pointer: string,
): Candidate[] {
  return fieldsOf(types, schema).flatMap((field) => {
    const at = childPointer(pointer, field.name);
    const present = value[field.name];
    if (present === undefined) return absent(types, field.schema, at);
    const missing: Candidate[] = field.required ? [{ what: "missing", pointer: at }] : [];
    return [...missing, ...candidates(types, field.schema, present, at)];
  });
}

/** Wrong values for a field that the message leaves out, if they can be made without a correct value. */
function absent(types: Types, schema: Schema, pointer: string): Candidate[] {
  if (schema.$ref !== undefined) return absent(types, types.types.get(schema.$ref)?.schema ?? {}, pointer);
  return valueFaults(schema, undefined, pointer);
}
