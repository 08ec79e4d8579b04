import fc from "fast-check";
import { isTime } from "../src/emit/examples.js";
import type { Json } from "../src/json.js";
import { type Schema, type Types, typesOf } from "../src/schema/schema.js";

/** JSON has no -0, and no other text for one value. */
const anything = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as Json);

/**
 * Values made from a schema, of which most are valid; all of them for the messages of our own contract.
 * @param depth how many schemas a value may go through; below that, any value.
 */
export function valuesOf(types: Types, schema: Schema, depth = 12): fc.Arbitrary<Json> {
  const inner = (part: Schema | undefined) =>
    depth <= 0 || part === undefined ? anything : valuesOf(types, part, depth - 1);
  if (schema.$ref !== undefined) return inner(types.types.get(schema.$ref)?.schema);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined && schema.enum.length > 0) return fc.constantFrom(...schema.enum);
  const options = schema.oneOf ?? schema.anyOf ?? [];
  if (options.length > 0) return fc.oneof(...options.map(inner));
  const kinds = typesOf(schema);
  if (kinds.length === 0) {
    const [base] = schema.allOf ?? [];
    // A field that narrows an inherited one: the first of the two is its own.
    if (base !== undefined && base.$ref === undefined && schema.properties === undefined) return inner(base);
    if (schema.properties !== undefined || base !== undefined) return record(types, schema, inner);
    if (schema.items !== undefined || schema.prefixItems !== undefined) return list(schema, inner);
    return anything;
  }
  return fc.oneof(...kinds.map((kind) => valueOfKind(types, kind, schema, inner)));
}

type Inner = (part: Schema | undefined) => fc.Arbitrary<Json>;

function valueOfKind(types: Types, kind: string, schema: Schema, inner: Inner): fc.Arbitrary<Json> {
  const min = schema.minimum ?? schema.exclusiveMinimum;
  const max = schema.maximum ?? schema.exclusiveMaximum;
  switch (kind) {
    case "string":
      return text(schema);
    case "integer":
      return whole(min, max);
    case "number":
      return fc.oneof(
        whole(min, max),
        fc.double({ noNaN: true, min: min ?? -1e9, max: Math.max(max ?? 1e9, min ?? 0) }).map((n) => n + 0),
      );
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return list(schema, inner);
    default:
      return record(types, schema, inner);
  }
}

function whole(min: number | undefined, max: number | undefined): fc.Arbitrary<number> {
  const least = Math.ceil(min ?? Math.min(-3, max ?? 0));
  return fc.integer({ min: least, max: Math.max(least, Math.floor(max ?? least + 9)) });
}

function text({ pattern, minLength = 0, maxLength }: Schema): fc.Arbitrary<string> {
  const most = Math.max(minLength, Math.min(maxLength ?? minLength + 8, minLength + 40));
  if (pattern === undefined) return fc.string({ minLength, maxLength: most, unit: "grapheme-composite" });
  const expression = new RegExp(pattern, "u");
  if (isTime(expression)) {
    const range = { min: new Date("2000-01-01T00:00:00Z"), max: new Date("2099-12-31T23:59:59Z") };
    return fc.date({ ...range, noInvalidDate: true }).map((date) => date.toISOString());
  }
  const isWithin = (made: string) =>
    [...made].length >= minLength && [...made].length <= (maxLength ?? Infinity);
  try {
    if (minLength === 0 && maxLength === undefined) return fc.stringMatching(expression);
    // A pattern and a length can contradict each other, so a filter could search forever.
    const some = fc.array(fc.stringMatching(expression), { minLength: 8, maxLength: 8 });
    return some.map((made) => made.find(isWithin) ?? made[0] ?? "");
  } catch {
    return fc.string();
  }
}

function list(schema: Schema, inner: Inner): fc.Arbitrary<Json> {
  const { prefixItems = [], items, minItems = 0, maxItems = Infinity } = schema;
  const rest = fc.array(inner(items), {
    minLength: Math.max(0, minItems - prefixItems.length),
    maxLength: Math.max(
      0,
      minItems - prefixItems.length,
      Math.min(maxItems - prefixItems.length, minItems + 3),
    ),
  });
  if (prefixItems.length === 0) return rest;
  const first = fc.tuple(...prefixItems.map(inner));
  return fc
    .tuple(first, rest, fc.nat(prefixItems.length))
    .map(([head, tail, cut]) =>
      cut < prefixItems.length && cut >= minItems ? head.slice(0, cut) : [...head, ...tail],
    );
}

function record(types: Types, schema: Schema, inner: Inner): fc.Arbitrary<Json> {
  const fields = fieldsFor(types, schema, 6);
  const model = Object.fromEntries([...fields].map(([name, part]) => [name, inner(part)]));
  const needed = [
    ...(schema.required ?? []),
    ...(schema.allOf ?? []).flatMap((base) => requiredBy(types, base, 6)),
  ];
  const known = fc.record(model, {
    requiredKeys: [...fields.keys()].filter((name) => needed.includes(name)),
    noNullPrototype: true,
  });
  const rest = schema.additionalProperties;
  if (rest === undefined || rest === false || fields.size > 0) return known as fc.Arbitrary<Json>;
  const keys = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_.-]{0,15}$/);
  return fc.dictionary(keys, inner(rest === true ? {} : rest), {
    maxKeys: 4,
    noNullPrototype: true,
  }) as fc.Arbitrary<Json>;
}

function fieldsFor(types: Types, schema: Schema, depth: number): Map<string, Schema> {
  if (depth === 0) return new Map();
  const target = schema.$ref === undefined ? undefined : types.types.get(schema.$ref)?.schema;
  const bases = [...(target === undefined ? [] : [target]), ...(schema.allOf ?? [])];
  const required = (schema.required ?? []).map((name): [string, Schema] => [name, {}]);
  return new Map([
    ...required,
    ...bases.flatMap((base) => [...fieldsFor(types, base, depth - 1)]),
    ...Object.entries(schema.properties ?? {}),
  ]);
}

function requiredBy(types: Types, schema: Schema, depth: number): string[] {
  if (depth === 0) return [];
  const target = schema.$ref === undefined ? [] : [types.types.get(schema.$ref)?.schema ?? {}];
  return [
    ...(schema.required ?? []),
    ...[...target, ...(schema.allOf ?? [])].flatMap((base) => requiredBy(types, base, depth - 1)),
  ];
}
