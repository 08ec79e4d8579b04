import { isList, isObject, type Json } from "../json.js";
import { fieldsOf } from "../model/fields.js";
import type { Dialect, Method, NamedType } from "../model/model.js";
import { pascal } from "../names.js";
import { type Code, code, File, type Output, typeNamed, valueNamed } from "../print/file.js";
import { literal, propertyKey } from "../print/literal.js";
import { explain } from "../runtime/explain.js";
import { type FaultsAt, withFault } from "../runtime/field-fault.js";
import { childPointer } from "../runtime/values.js";
import { isMap, isNullable, mainTypes, type Schema, type Types } from "../schema/schema.js";
import { wireName } from "./messages.js";
import { examples, examplesModule, faults, nearMisses, runtime, sentType, validator } from "./modules.js";

/** One module a message: examples, near misses, and one fault for each constraint. */
export function emitExamples(dialect: Dialect): Output[] {
  const messages = messagesOf(dialect);
  return [...messages.map((type) => emitOne(dialect, type)), emitTable(dialect, messages)];
}

/** The schemas with examples, which are the whole messages. */
export function messagesOf(dialect: Dialect): NamedType[] {
  return [...dialect.types.values()].filter(
    (type) => type.isMessage && (type.schema.examples?.length ?? 0) > 0,
  );
}

function emitOne(dialect: Dialect, type: NamedType): Output {
  const out = new File(examplesModule(dialect, type), type.file);
  const message = sentType(dialect, type);
  const { examples: all = [], "x-near-misses": misses = [] } = type.schema;
  const rows = (values: readonly unknown[]) =>
    values.map((value) => `  ${literal(value as Json, 120, 1)},\n`).join("");
  out.print`/** Examples of ${wireName(dialect, type)} in the sent form. */
export const ${examples(dialect, type)}: readonly [${message}, ...${message}[]] = [
${rows(all)}];

/** Changes of the first example after which it is refused, from the specification. */
export const ${nearMisses(dialect, type)}: readonly ${runtime.FieldFault}[] = [
${rows(misses)}];

/** One fault for each constraint that a receiver checks. Each was tried on the examples. */
export const ${faults(dialect, type)}: readonly ${runtime.FieldFault}[] = /* @__PURE__ */ ${runtime.faultsOf}([
${rows(fieldFaults(dialect, type))}]);`;
  return out.render();
}

function emitTable(dialect: Dialect, messages: readonly NamedType[]): Output {
  const out = new File(`${dialect.name}/examples`, dialect.file);
  for (const type of messages) out.exportAll(examplesModule(dialect, type));
  out.print`
/** All examples and faults by message type, for tests of every message. */
export const sampleSets = {`;
  for (const type of messages) {
    const [all, misses] = [examples(dialect, type), nearMisses(dialect, type)];
    const key = propertyKey(wireName(dialect, type));
    out.print`  ${key}: { examples: ${all}, nearMisses: ${misses}, faults: ${faults(dialect, type)} },`;
  }
  out.print`} as const;`;
  return out.render();
}

/** Handlers for msw: every method of the dialect, answered from the examples. */
export function emitMsw(dialect: Dialect): Output {
  const out = new File(`${dialect.name}/msw`, dialect.file);
  const method = typeNamed("MethodName", `${dialect.name}/methods`);
  const answers = `${pascal(dialect.name)}Answers`;
  out.print`/** Replacements for the example replies, by method: a function of the params, or a fixed result. */
export type ${answers} = { readonly [Name in ${method}]?: unknown };

/**
 * msw handlers that answer every method with its first example, in the conversation of the request; wrong params get -32602.
 *
 * @param url the URL of the agent; by default any host's /mcp.
 *
 * @param answers replies instead of the examples, by method.
 */
export function ${dialect.name}Handlers(url = "*/mcp", answers: ${answers} = {}): ${typeNamed("RequestHandler", "package:msw")}[] {
  return ${valueNamed("exampleHandlers", "msw")}(url, exampleMethods, answers);
}

const exampleMethods: Readonly<Record<${method}, ${typeNamed("ExampleMethod", "msw")}>> = {`;
  for (const row of dialect.methods)
    out.print`  ${propertyKey(row.name)}: { validateRequest: ${validator(dialect, row.request)}, reply: ${reply(dialect, row)} },`;
  out.print`};`;
  return out.render();
}

function reply(dialect: Dialect, method: Method): Code {
  const type = method.reply ?? method.ack;
  if (type === null) return code`${literal(null)}`;
  return messagesOf(dialect).includes(type) ? code`${examples(dialect, type)}[0]` : code`{}`;
}

/** A change of a place: what the place then is, such as "too long", and the new value; without one the field is taken away. */
type Change = readonly [what: string, set?: Json];

/**
 * One fault for each constraint of the received form that the examples can show, by place. Each was tried: the first example
 * that has its place is refused, with the fault in it, for the keyword and at the pointer of the fault.
 */
export function fieldFaults(dialect: Dialect, type: NamedType): FaultsAt[] {
  const rows = new Map<string, FaultsAt>();
  const found = new Set<string>();
  for (const example of type.schema.examples ?? []) {
    for (const [pointer, what, ...set] of candidates(dialect, type.schema, example, "")) {
      const id = `${pointer} ${what}`;
      const place = { label: "", keyword: "", pointer };
      const data = withFault(
        example,
        set.length === 0 ? { ...place, remove: true } : { ...place, set: set[0] },
      );
      const violations = explain(dialect.receivedFaults(type.name, data), data);
      const violation = violations.find((one) => one.pointer === pointer);
      if (violation === undefined || found.has(id)) continue;
      found.add(id);
      rows.set(pointer, [...(rows.get(pointer) ?? [pointer]), [what, violation.keyword, ...set]]);
    }
  }
  return [...rows.values()];
}

/** All changes of single places of a value that can break its schema; some cannot be made where the value is left out. */
function* candidates(
  types: Types,
  schema: Schema,
  value: Json | undefined,
  pointer: string,
): Generator<readonly [pointer: string, ...change: Change]> {
  const target = types.types.get(schema.$ref ?? "")?.schema;
  if (target !== undefined) {
    yield* candidates(types, target, value, pointer);
    return;
  }
  for (const change of valueFaults(schema, value)) yield [pointer, ...change];
  if (isList(value) && value[0] !== undefined && schema.items !== undefined)
    yield* candidates(types, schema.items, value[0], childPointer(pointer, 0));
  if (!isObject(value) || mainTypes(schema)[0] !== "object") return;
  const [entry] = Object.entries(value);
  if (isMap(schema) && entry !== undefined && typeof schema.additionalProperties === "object")
    yield* candidates(types, schema.additionalProperties, entry[1], childPointer(pointer, entry[0]));
  for (const field of fieldsOf(types, schema)) {
    const [at, member] = [childPointer(pointer, field.name), value[field.name]];
    if (field.required && member !== undefined) yield [at, "missing"];
    yield* candidates(types, field.schema, member, at);
  }
}

/** Values of which each breaks one constraint of a schema. */
function* valueFaults(schema: Schema, value: Json | undefined): Generator<Change> {
  const types = mainTypes(schema);
  if (types.length > 0) yield types.includes("string") ? ["a number", 42] : ["text", "text"];
  if (types[0] === "object") yield ["a list", []];
  if (types[0] === "array") yield ["an object", {}];
  if (types[0] === "integer") yield ["not whole", 1.5];
  if (types.length > 0 && !isNullable(schema)) yield ["null", null];
  yield* constantFaults(schema);
  yield* boundFaults(schema, value);
  if (typeof value === "string" && schema.pattern !== undefined)
    yield* nearTexts(value, new RegExp(schema.pattern, "u"));
}

function* constantFaults(schema: Schema): Generator<Change> {
  const listed = schema["x-open"] === true ? [] : (schema.enum ?? []);
  const members = schema.const === undefined ? listed : [schema.const];
  const [first] = members;
  if (typeof first === "boolean") yield [String(!first), !first];
  if (typeof first === "number") yield [String(first + 1), first + 1];
  const text = members.find((member) => typeof member === "string");
  if (text === undefined) return;
  const otherCase = text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
  if (otherCase !== text) yield ["in the wrong case", otherCase];
  yield ["nearly right", `${text}X`];
  yield ["empty", ""];
}

function* boundFaults(schema: Schema, value: Json | undefined): Generator<Change> {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  if (minimum !== undefined) yield [`below ${minimum}`, minimum - 1];
  if (maximum !== undefined) yield [`above ${maximum}`, maximum + 1];
  if (minLength === 1) yield ["empty", ""];
  if (typeof value === "string") {
    if (minLength !== undefined && minLength > 1) yield ["too short", value.slice(0, minLength - 1)];
    if (maxLength !== undefined) yield ["too long", value.padEnd(maxLength + 1, value.at(-1) ?? "x")];
  }
  if (!isList(value) || value.length === 0) return;
  if (minItems !== undefined && minItems > 0)
    yield [minItems === 1 ? "an empty list" : "too short a list", value.slice(0, minItems - 1)];
  const repeated = (length: number) => Array.from({ length }, (_, i) => value[i % value.length] ?? null);
  if (maxItems !== undefined && maxItems < 100) yield ["too long a list", repeated(maxItems + 1)];
}

/** A few texts similar to a valid one that its pattern refuses, the most informative first. */
function nearTexts(right: string, pattern: RegExp): (readonly [what: string, text: string])[] {
  // Valid times that are not in UTC, which many programs send by default.
  const times = [
    ["not in UTC", "2025-12-20T12:00:00+02:00"],
    ["without a time zone", "2025-12-20T12:00:00"],
  ] as const;
  const near = [
    ...(isTime(pattern) ? times : []),
    ["followed by a space", `${right} `],
    ["followed by a new line", `${right}\n`],
    ["preceded by a sign", `!${right}`],
    ["in capitals", right.toUpperCase()],
    ["empty", ""],
  ] as const;
  return near.filter(([, text]) => !pattern.test(text)).slice(0, 2);
}

/** Whether a pattern describes times in UTC; tested with samples, so that it does not depend on names. */
export function isTime(pattern: RegExp): boolean {
  const times = ["2025-01-15T10:30:00Z", "2025-01-15T10:30:00.000Z"];
  const others = ["2025-01-15T10:30", "R1M1"];
  return times.every((time) => pattern.test(time)) && !others.some((text) => pattern.test(text));
}
