import { type Json, sameJson } from "../json.js";
import { type Field, fieldsOf } from "../model/fields.js";
import type { Dialect, NamedType } from "../model/model.js";
import { childPointer } from "../runtime/values.js";
import {
  BOUNDS,
  isMap,
  isPlainRef,
  mainTypes,
  mapParts,
  type Schema,
  type Types,
  typesOf,
} from "../schema/schema.js";
import type { Verdict } from "./finding.js";

/** A change of the set of valid data. */
export type Effect = "narrower" | "wider" | "different" | "none";

/** One changed keyword, and its effect on the set of valid data. */
export type Change = readonly [keyword: string, effect: Effect, what: string];

/** The keywords that are compared here. */
export const CONSTRAINTS: readonly string[] = ["type", "const", "enum", "pattern", ...BOUNDS.flat()];

/** The differences between the keywords of two plain values. */
export function* constraintChanges(old: Schema, now: Schema): Generator<Change> {
  const types = (schema: Schema) => (schema.type === undefined ? undefined : typesOf(schema));
  const constant = (schema: Schema) => ("const" in schema ? [schema.const as Json] : undefined);
  yield* listChanges("type", types(old), types(now), false);
  yield* listChanges("const", constant(old), constant(now), false);
  const [wasOpen, isOpen] = [old["x-open"] === true, now["x-open"] === true];
  if (old.enum !== undefined && now.enum !== undefined && wasOpen !== isOpen)
    yield isOpen
      ? ["x-open", "none", "receivers accept other values too; senders still send the listed ones"]
      : ["x-open", "narrower", "receivers accept only the listed values"];
  yield* listChanges("enum", old.enum, now.enum, now.enum === undefined ? wasOpen : isOpen);
  for (const keyword of [...BOUNDS.flat(), "pattern"] as const) {
    const [was, is] = [old[keyword], now[keyword]];
    const effect = keyword === "pattern" ? "different" : boundEffect(keyword, Number(was), Number(is));
    if (was === is) continue;
    if (was === undefined) yield [keyword, "narrower", `${keyword} is ${is}`];
    else if (is === undefined) yield [keyword, "wider", `${keyword} is gone (it was ${was})`];
    else yield [keyword, effect, `${keyword} is ${is} instead of ${was}`];
  }
}

function boundEffect(keyword: string, was: number, is: number): Effect {
  const isLower = BOUNDS.some(([low]) => low === keyword);
  return is > was === isLower ? "narrower" : "wider";
}

/**
 * The changes of a list of allowed types or values.
 * @param isOpen receivers accept others too, so that the list binds only sent messages.
 */
function* listChanges(
  keyword: "type" | "const" | "enum",
  old: readonly Json[] | undefined,
  now: readonly Json[] | undefined,
  isOpen: boolean,
): Generator<Change> {
  const list = (values: readonly Json[]) =>
    values.map((value) => (keyword === "type" ? String(value) : JSON.stringify(value))).join(", ");
  const change = (effect: Effect, what: string): Change => [keyword, isOpen ? "none" : effect, what];
  const allowed = isOpen ? "listed" : "allowed";
  if (old === undefined || now === undefined) {
    if (now !== undefined) yield change("narrower", `only ${list(now)} is ${allowed}`);
    if (old !== undefined) yield change("wider", `any value is allowed, and not only ${list(old)}`);
    return;
  }
  const without = (all: readonly Json[], others: readonly Json[]) =>
    all.filter((one) => !others.some((other) => covers(other, one)));
  const [gone, come] = [without(old, now), without(now, old)];
  if (gone.length > 0 && come.length > 0)
    yield change("different", `it is ${list(now)} instead of ${list(old)}`);
  else if (gone.length > 0) yield change("narrower", `${list(gone)} is not ${allowed} any more`);
  else if (come.length > 0) yield change("wider", `${list(come)} is ${allowed} too`);
}

/** Every integer is a number. */
function covers(wide: Json, narrow: Json): boolean {
  return sameJson(wide, narrow) || (wide === "number" && narrow === "integer");
}

/** What both versions have at one side of one method. */
export interface Side {
  readonly before: Dialect;
  readonly after: Dialect;
  /**
   * The direction in which data flows. Params flow from old callers to the changed agent: accepting less breaks them. Results flow
   * back to the callers: promising less breaks them.
   */
  readonly direction: "request" | "result";
  readonly add: (pointer: string, verdict: Verdict, what: string, consequence?: string) => void;
  /** The pairs of types that were compared. */
  readonly compared: Set<string>;
}

/** The verdict on a change of the set of valid data, and its consequence. */
const EFFECTS: Readonly<Record<Side["direction"], Readonly<Record<Effect, readonly [Verdict, string]>>>> = {
  request: {
    none: ["internal", ""],
    different: ["breaking", "old callers are refused"],
    narrower: ["breaking", "callers that were right are refused"],
    wider: ["compatible", "old callers stay right"],
  },
  result: {
    none: ["internal", ""],
    different: ["breaking", "callers that check it refuse the reply"],
    narrower: ["compatible", "callers are promised more than before"],
    wider: ["breaking", "callers get replies that they do not support"],
  },
};

const NOTES = ["description", "examples", "x-source", "x-near-misses"] as const;

/** Keywords that are compared one by one, and those that affect no data. */
const JUDGED: ReadonlySet<string> = new Set([
  ...["$ref", "properties", "required", "additionalProperties", "items", ...CONSTRAINTS, ...NOTES],
  ...["title", "deprecated", "default", "format", "$comment", "readOnly", "writeOnly"],
  ...["x-open", "x-sent-required", "x-pattern-description", "x-envelope"],
]);

/** The changes between two versions of a schema, and of the schemas that are reachable from it. */
export function diffTypes(side: Side, before: NamedType, after: NamedType): void {
  const pair = `${before.name} ${after.name}`;
  if (side.compared.has(pair)) return;
  side.compared.add(pair);
  const pointer = `${after.file}#${after.pointer}`;
  diffSchemas(side, before.schema, after.schema, pointer);
  for (const note of NOTES) {
    const [was, is] = [before.schema[note], after.schema[note]] as (Json | undefined)[];
    if (!sameJson(was, is)) side.add(childPointer(pointer, note), "internal", `${note} changed`);
  }
}

function diffSchemas(side: Side, before: Schema, after: Schema, pointer: string): void {
  if (diffNamed(side, before.$ref, after.$ref)) return;
  const old = side.before.types.get(before.$ref ?? "")?.schema ?? before;
  const now = side.after.types.get(after.$ref ?? "")?.schema ?? after;
  for (const [keyword, effect, what] of constraintChanges(old, now))
    report(side, childPointer(pointer, keyword), effect, what);
  if (mainTypes(old)[0] === "object" && mainTypes(now)[0] === "object") diffObjects(side, old, now, pointer);
  if (old.items !== undefined && now.items !== undefined)
    diffSchemas(side, old.items, now.items, childPointer(pointer, "items"));
  diffAlternatives(side, old, now, pointer);
  diffOthers(side, old, now, pointer);
}

/** Compares two types by name. Returns false if one is missing. */
function diffNamed(side: Side, old: string | null | undefined, now: string | null | undefined): boolean {
  const [before, after] = [side.before.types.get(old ?? ""), side.after.types.get(now ?? "")];
  if (before === undefined || after === undefined) return false;
  diffTypes(side, before, after);
  return true;
}

function report(side: Side, pointer: string, effect: Effect, what: string): void {
  const [verdict, consequence] = EFFECTS[side.direction][effect];
  side.add(pointer, verdict, what, consequence);
}

function diffObjects(side: Side, old: Schema, now: Schema, pointer: string): void {
  diffRest(side, old, now, pointer);
  const before = new Map(fieldsOf(side.before, old).map((field) => [field.name, field]));
  const after = new Map(fieldsOf(side.after, now).map((field) => [field.name, field]));
  for (const field of before.values()) {
    const at = childPointer(pointer, "properties", field.name);
    const next = after.get(field.name);
    if (next === undefined) removedField(side, field, now, at);
    else diffField(side, field, next, at);
  }
  for (const { name, required } of after.values()) {
    if (before.has(name)) continue;
    const at = childPointer(pointer, "properties", name);
    if (required) report(side, at, "narrower", `the field ${name} is new and required`);
    else
      side.add(at, "compatible", `the field ${name} is new and optional`, "receivers ignore unknown members");
  }
}

function diffField(side: Side, old: Field, now: Field, at: string): void {
  const what = `the field ${now.name} is ${now.required ? "required" : "optional"} now`;
  if (old.required && !now.required && side.direction === "result")
    side.add(at, "breaking", what, "callers that read it may find nothing");
  else if (old.required !== now.required) report(side, at, now.required ? "narrower" : "wider", what);
  else if (old.sentRequired !== now.sentRequired) {
    const sent = now.sentRequired ? "senders always send it now" : "senders may leave it out now";
    side.add(at, "compatible", sent, "receivers have never asked for it");
  }
  // A field of a base is reported at its place in the base.
  if (now.from === null || now.from !== old.from) diffSchemas(side, old.schema, now.schema, at);
  else diffNamed(side, old.from, now.from);
}

function removedField(side: Side, { name, sentRequired }: Field, now: Schema, at: string): void {
  const what = `the field ${name} is gone`;
  if (side.direction === "result") {
    if (sentRequired) side.add(at, "breaking", what, "callers that read it find nothing");
    else side.add(at, "compatible", what, "it was optional, so callers had to do without it");
  } else if (now.additionalProperties === false)
    side.add(at, "breaking", what, "a sender that still sends it is refused");
  else side.add(at, "compatible", what, "a sender that still sends it is understood, the field ignored");
}

/** The members allowed in addition to the declared fields, or in a map. */
function diffRest(side: Side, old: Schema, now: Schema, pointer: string): void {
  const [before, after] = [old.additionalProperties ?? true, now.additionalProperties ?? true];
  const at = childPointer(pointer, "additionalProperties");
  if (typeof before === "object" && typeof after === "object") diffSchemas(side, before, after, at);
  else if (before !== after) {
    const isNarrower = after === false || before === true;
    const what = isNarrower ? "other fields are not all allowed any more" : "other fields are allowed";
    report(side, at, isNarrower ? "narrower" : "wider", what);
  } else if (isMap(old) !== isMap(now))
    report(side, pointer, "none", isMap(now) ? "no fields are declared any more" : "fields are declared");
}

function diffAlternatives(side: Side, old: Schema, now: Schema, pointer: string): void {
  const options = (schema: Schema) => schema.oneOf ?? schema.anyOf ?? [];
  if (![...options(old), ...options(now)].every(isPlainRef)) return;
  const [were, are] = [old, now].map((schema) => new Set(options(schema).map(({ $ref = "" }) => $ref)));
  const at = childPointer(pointer, now.anyOf === undefined ? "oneOf" : "anyOf");
  for (const name of new Set([...(were ?? []), ...(are ?? [])]))
    if (!are?.has(name)) report(side, at, "narrower", `${name} is no alternative any more`);
    else if (!were?.has(name)) report(side, at, "wider", `${name} is a new alternative`);
    else diffNamed(side, name, name);
}

/** The keywords whose effect is not worked out: any difference in them, or in what they refer to, is reported as such. */
function diffOthers(side: Side, old: Schema, now: Schema, pointer: string): void {
  const isJudged = (keyword: string, schema: Schema) => {
    if (keyword === "allOf")
      return mainTypes(schema)[0] === "object" && (schema.allOf ?? []).every(isPlainRef);
    const isUnion = keyword === "oneOf" || keyword === "anyOf";
    return isUnion ? (schema.oneOf ?? schema.anyOf ?? []).every(isPlainRef) : JUDGED.has(keyword);
  };
  for (const keyword of new Set([...Object.keys(old), ...Object.keys(now)])) {
    if (isJudged(keyword, old) && isJudged(keyword, now)) continue;
    const only = (schema: Schema) => ({ [keyword]: schema[keyword as keyof Schema] }) as Schema;
    if (sameJson(expanded(side.before, only(old)), expanded(side.after, only(now)))) continue;
    const what = `${keyword} changed, or what it refers to; whether what was valid still is, is not judged`;
    side.add(childPointer(pointer, keyword), "unjudged", what);
  }
}

/** A schema with its references replaced by their targets, without annotations; a circle ends with the name. */
function expanded(types: Types, schema: Schema, path: readonly string[] = []): Json {
  const inner = mapParts(schema, (part) => expanded(types, part, path) as Schema);
  const { $ref, title: _, description: __, examples: ___, ...rest } = inner;
  if ($ref === undefined) return rest as Json;
  const target = types.types.get($ref)?.schema;
  if (target === undefined || path.includes($ref)) return { ...(rest as object), $ref };
  return { ...(rest as object), $ref: expanded(types, target, [...path, $ref]) };
}
