import type { Json } from "../json.js";
import type { FieldFault } from "../runtime/field-fault.js";
import { childPointer } from "../runtime/values.js";

/** The keywords with a lower and with an upper bound. */
export const BOUNDS = [
  ["minLength", "maxLength"],
  ["minimum", "maximum"],
  ["exclusiveMinimum", "exclusiveMaximum"],
  ["minProperties", "maxProperties"],
  ["minItems", "maxItems"],
] as const;
type Numbers = (typeof BOUNDS)[number][number] | "multipleOf" | "minContains" | "maxContains";

/** The keywords that contain schemas: one, a list of them, or an object of them. */
export const PARTS = {
  one: [
    ...(["additionalProperties", "unevaluatedProperties", "propertyNames"] as const),
    ...(["items", "unevaluatedItems", "contains"] as const),
    ...(["not", "if", "then", "else"] as const),
  ],
  list: ["allOf", "anyOf", "oneOf", "prefixItems"],
  map: ["properties", "patternProperties", "dependentSchemas"],
} as const;
type One = Exclude<(typeof PARTS.one)[number], "additionalProperties">;
type List = (typeof PARTS.list)[number];
type Named = (typeof PARTS.map)[number];

/** The keywords whose schemas apply to the value itself, not to a part of it. */
export const IN_PLACE: readonly string[] = "allOf anyOf oneOf not if then else dependentSchemas".split(" ");

/**
 * A JSON Schema 2020-12. Here `$ref` is the plain name of another schema of the same dialect; older forms are written as those of
 * 2020-12, and `true` and `false` as {} and { not: {} }, but for `additionalProperties`.
 */
export interface Schema
  extends Readonly<Partial<Record<Numbers, number>>>,
    Readonly<Partial<Record<One, Schema>>>,
    Readonly<Partial<Record<List, readonly Schema[]>>>,
    Readonly<Partial<Record<Named, Readonly<Record<string, Schema>>>>> {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly default?: Json;
  readonly examples?: readonly Json[];
  readonly type?: TypeName | readonly TypeName[];
  readonly const?: Json;
  readonly enum?: readonly Json[];
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly uniqueItems?: boolean;
  readonly pattern?: string;
  /** Whether a receiver accepts values that are not in the list. */
  readonly "x-open"?: boolean;
  /** Fields that are required in sent data only. */
  readonly "x-sent-required"?: readonly string[];
  /** The allowed texts, in words: "an http or https URL". */
  readonly "x-pattern-description"?: string;
  readonly "x-source"?: string;
  /** False for a message without the envelope. */
  readonly "x-envelope"?: boolean;
  readonly "x-near-misses"?: readonly FieldFault[];
}

export type TypeName = "string" | "integer" | "number" | "boolean" | "null" | "object" | "array";

/** Schemas by name: the part of a dialect that is needed to follow references. */
export interface Types {
  readonly types: ReadonlyMap<string, { readonly schema: Schema }>;
}

type Keys = readonly [keyword: string, ...keys: readonly (string | number)[]];

/** A copy of a schema with each schema directly inside of it replaced. The keys lead to it. */
export function mapParts(schema: Schema, change: (part: Schema, ...keys: Keys) => Schema): Schema {
  const copy: Record<string, unknown> = { ...schema };
  for (const keyword of PARTS.one) {
    const part = schema[keyword];
    if (typeof part === "object") copy[keyword] = change(part, keyword);
  }
  for (const keyword of PARTS.list) {
    const parts = schema[keyword];
    if (parts !== undefined) copy[keyword] = parts.map((part, i) => change(part, keyword, i));
  }
  for (const keyword of PARTS.map) {
    const parts = Object.entries(schema[keyword] ?? {});
    if (keyword in schema)
      copy[keyword] = Object.fromEntries(parts.map(([key, part]) => [key, change(part, keyword, key)]));
  }
  return copy;
}

/** Visits the schemas directly inside of one, with the keys that lead to each. */
export function eachPart(schema: Schema, visit: (part: Schema, ...keys: Keys) => void): void {
  mapParts(schema, (part, ...keys) => {
    visit(part, ...keys);
    return part;
  });
}

/** The types that a schema allows. */
export function typesOf(schema: Schema): readonly TypeName[] {
  if (schema.type === undefined) return [];
  return typeof schema.type === "string" ? [schema.type] : schema.type;
}

/** The same types without null. */
export function mainTypes(schema: Schema): readonly TypeName[] {
  return typesOf(schema).filter((type) => type !== "null");
}

export function isNullable(schema: Schema): boolean {
  return typesOf(schema).includes("null");
}

/** An object without a list of fields: a map, or free data. */
export function isMap(schema: Schema): boolean {
  return (
    mainTypes(schema)[0] === "object" &&
    schema.allOf === undefined &&
    Object.keys(schema.properties ?? {}).length === 0
  );
}

/** An object with a list of fields. */
export function isRecord(schema: Schema): boolean {
  return mainTypes(schema)[0] === "object" && !isMap(schema);
}

/** Whether a schema is only a reference. */
export function isPlainRef(schema: Schema): boolean {
  return schema.$ref !== undefined && Object.keys(schema).length === 1;
}

/** Names of the schemas that this one is based on. */
export function basesOf(schema: Schema): readonly string[] {
  return (schema.allOf ?? []).flatMap((base) => base.$ref ?? []);
}

/** Visits a schema and every schema inside of it, without following references. */
export function walk(schema: Schema, pointer: string, visit: (part: Schema, pointer: string) => void): void {
  visit(schema, pointer);
  eachPart(schema, (part, ...keys) => walk(part, childPointer(pointer, ...keys), visit));
}

/** The names of the schemas that contain themselves. */
export function recursiveTypes({ types }: Types): ReadonlySet<string> {
  const refs = new Map([...types].map(([name, { schema }]) => [name, refsOf(schema)]));
  return new Set(circles(refs).map(([name = ""]) => name));
}

/** For each name that leads back to itself, the shortest way: first and last it, between them the others. */
export function circles(refs: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const found: string[][] = [];
  for (const start of refs.keys()) {
    const before = new Map<string, string>();
    const queue = [start];
    for (const name of queue)
      for (const next of refs.get(name) ?? []) {
        if (before.has(next)) continue;
        before.set(next, name);
        queue.push(next);
      }
    if (!before.has(start)) continue;
    const way = [start];
    do way.unshift(before.get(way[0] ?? "") ?? start);
    while (way[0] !== start);
    found.push(way);
  }
  return found;
}

/**
 * The names to which a schema and its parts refer.
 * @param keywords the keywords whose parts count; all of them if it is left out.
 */
export function refsOf(schema: Schema, keywords?: readonly string[]): ReadonlySet<string> {
  const refs = new Set<string>();
  const visit = (part: Schema): void => {
    if (part.$ref !== undefined) refs.add(part.$ref);
    eachPart(part, (inner, keyword) => {
      if (keywords?.includes(keyword) ?? true) visit(inner);
    });
  };
  visit(schema);
  return refs;
}

/** The kinds of JSON values. */
export type Kind = "string" | "number" | "boolean" | "null" | "object" | "array";

export function kindOf(value: Json): Kind {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value as Kind;
}

export function isOfKinds(value: Json, kinds: readonly string[]): boolean {
  return kinds.includes(kindOf(value)) || (kinds.includes("integer") && Number.isInteger(value));
}

/**
 * The kinds of values that a schema can allow; null if it says nothing about them.
 * @param within the kinds that the schemas around it allow.
 */
export function jsonKinds(
  types: Types,
  schema: Schema,
  within: ReadonlySet<Kind> | null,
  path: readonly string[] = [],
): ReadonlySet<Kind> | null {
  let kinds = within;
  const narrow = (to: ReadonlySet<Kind> | null) => {
    if (to !== null) kinds = kinds === null ? to : new Set([...kinds].filter((kind) => to.has(kind)));
  };
  if (schema.type !== undefined) {
    narrow(new Set(typesOf(schema).map((type) => (type === "integer" ? "number" : type))));
  }
  if ("const" in schema) narrow(new Set([kindOf(schema.const as Json)]));
  if (schema.enum !== undefined) narrow(new Set(schema.enum.map(kindOf)));
  const { $ref } = schema;
  if ($ref !== undefined && !path.includes($ref)) {
    narrow(jsonKinds(types, types.types.get($ref)?.schema ?? {}, null, [...path, $ref]));
  }
  for (const part of schema.allOf ?? []) narrow(jsonKinds(types, part, null, path));
  for (const options of [schema.anyOf, schema.oneOf]) {
    const each = options?.map((option) => jsonKinds(types, option, null, path)) ?? [null];
    if (each.every((option) => option !== null))
      narrow(new Set(each.flatMap((option) => [...(option as Set<Kind>)])));
  }
  return kinds;
}

/** These schemas, and all to which they lead. */
export function reachedFrom({ types }: Types, names: readonly string[]): ReadonlySet<string> {
  const reached = new Set(names);
  for (const name of reached) for (const ref of refsOf(types.get(name)?.schema ?? {})) reached.add(ref);
  return reached;
}
