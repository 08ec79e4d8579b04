import { isList, isObject, type Json } from "../json.js";
import { fieldsOf } from "../model/fields.js";
import type { Dialect, NamedType } from "../model/model.js";
import { explain } from "../runtime/explain.js";
import { type FaultsAt, faultsOf, withFault } from "../runtime/field-fault.js";
import { childPointer } from "../runtime/pointer.js";
import { isMap, isNullable, mainTypes, type Schema, type Types } from "../schema/schema.js";

/**
 * One fault for each constraint of the received form that the examples can show, by place. Each was tried: the first example
 * that has its place is refused, with the fault in it, for the keyword and at the pointer of the fault.
 */
export function fieldFaults(dialect: Dialect, type: NamedType): FaultsAt[] {
  const found = new Map<string, FaultsAt>();
  for (const example of type.schema.examples ?? []) {
    for (const { pointer, what, ...change } of candidates(dialect, type.schema, example)) {
      const id = `${pointer} ${what}`;
      if (found.has(id)) continue;
      const at = (keyword: string): FaultsAt => [
        pointer,
        "set" in change ? [what, keyword, change.set] : [what, keyword],
      ];
      const data = faultsOf([at("")]).map((fault) => withFault(example, fault))[0];
      const violation = explain(dialect.receivedFaults(type.name, data), data).find(
        (one) => one.pointer === pointer,
      );
      if (violation !== undefined) found.set(id, at(violation.keyword));
    }
  }
  return joined([...found.values()]);
}

/** The same faults in the same order, with neighbours of one place in one row. */
function joined(faults: readonly FaultsAt[]): FaultsAt[] {
  const rows: FaultsAt[] = [];
  for (const [pointer, ...own] of faults) {
    const last = rows.at(-1);
    if (last?.[0] === pointer) rows[rows.length - 1] = [...last, ...own];
    else rows.push([pointer, ...own]);
  }
  return rows;
}

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

/**
 * Values of which each breaks one constraint of a schema.
 * @param value a valid one, which is changed; some faults cannot be made without it.
 */
export function valueFaults(schema: Schema, value: Json | undefined, pointer: string): Candidate[] {
  const found: Candidate[] = [];
  const put = (what: string, set: Json) => found.push({ pointer, what, set });
  const types = mainTypes(schema);
  if (types.length > 0) {
    const [what, other] = types.includes("string")
      ? (["a number", 42] as const)
      : (["text", "text"] as const);
    put(what, other);
    if (types[0] === "object") put("a list", []);
    if (types[0] === "array") put("an object", {});
    if (types[0] === "integer") put("not whole", 1.5);
    if (!isNullable(schema)) put("null", null);
  }
  constants(schema, put);
  bounds(schema, value, put);
  if (typeof value === "string" && schema.pattern !== undefined) {
    for (const { what, text } of nearTexts(value, new RegExp(schema.pattern, "u"))) put(what, text);
  }
  return found;
}

type Put = (what: string, set: Json) => void;

function constants(schema: Schema, put: Put): void {
  const members =
    schema.const !== undefined ? [schema.const] : schema["x-open"] === true ? [] : (schema.enum ?? []);
  for (const member of members.slice(0, 1)) {
    if (typeof member === "boolean") put(String(!member), !member);
    if (typeof member === "number") put(String(member + 1), member + 1);
  }
  const text = members.find((member) => typeof member === "string");
  if (text === undefined) return;
  const otherCase = text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
  if (otherCase !== text) put("in the wrong case", otherCase);
  put("nearly right", `${text}X`);
  put("empty", "");
}

function bounds(schema: Schema, value: Json | undefined, put: Put): void {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  if (minimum !== undefined) put(`below ${minimum}`, minimum - 1);
  if (maximum !== undefined) put(`above ${maximum}`, maximum + 1);
  if (minLength === 1) put("empty", "");
  if (typeof value === "string") {
    if (minLength !== undefined && minLength > 1) put("too short", value.slice(0, minLength - 1));
    if (maxLength !== undefined) put("too long", value.padEnd(maxLength + 1, value.at(-1) ?? "x"));
  }
  if (isList(value) && value.length > 0) {
    if (minItems !== undefined && minItems > 0)
      put(minItems === 1 ? "an empty list" : "too short a list", value.slice(0, minItems - 1));
    if (maxItems !== undefined && maxItems < 100) {
      put(
        "too long a list",
        Array.from({ length: maxItems + 1 }, (_, i) => value[i % value.length] ?? null),
      );
    }
  }
}

/** A change of one place of a message: to a value, or without one the field is taken away. Its keyword is the result of a trial. */
export interface Candidate {
  readonly pointer: string;
  /** What the place then is: "too long". */
  readonly what: string;
  readonly set?: Json;
}

/** An invalid text that is similar to a valid one, and its fault. */
export interface NearText {
  readonly what: string;
  readonly text: string;
}

/** Valid times that are not in UTC, which many programs send by default. */
const TIMES: readonly NearText[] = [
  { what: "not in UTC", text: "2025-12-20T12:00:00+02:00" },
  { what: "without a time zone", text: "2025-12-20T12:00:00" },
];

/** A few texts similar to a valid one that its pattern refuses, the most informative first. */
export function nearTexts(right: string, pattern: RegExp): NearText[] {
  const near: readonly NearText[] = [
    ...(isTime(pattern) ? TIMES : []),
    { what: "followed by a space", text: `${right} ` },
    { what: "followed by a new line", text: `${right}\n` },
    { what: "preceded by a sign", text: `!${right}` },
    { what: "in capitals", text: right.toUpperCase() },
    { what: "empty", text: "" },
  ];
  return near.filter(({ text }) => !pattern.test(text)).slice(0, 2);
}

/** Whether a pattern describes times in UTC; tested with samples, so that it does not depend on names. */
export function isTime(pattern: RegExp): boolean {
  const times = ["2025-01-15T10:30:00Z", "2025-01-15T10:30:00.000Z"];
  return (
    times.every((time) => pattern.test(time)) && !pattern.test("2025-01-15T10:30") && !pattern.test("R1M1")
  );
}
