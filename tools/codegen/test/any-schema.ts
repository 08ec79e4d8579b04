import fc from "fast-check";
import type { Json, JsonObject } from "../src/json.js";

const LIKE_EACH_OTHER = ["2fa", "名前", "foo_bar", "FooBar", "FOOBar", "class", "a/b"];

/**
 * Names that a generator gets wrong, of members: of JavaScript, of Python, of JSON Schema, with odd letters, and alike but for case.
 * Those of `Object.prototype` are in checks.test.ts, because Ajv confuses them. A backslash alone is not among them: after an
 * object with that key, JSON.parse of V8 takes the key "\n" for it.
 */
const ODD = [
  ...'a b kind $id $ref a$b default const enum examples type items properties ~ %20 " */ ` été'.split(" "),
  ...LIKE_EACH_OTHER.concat("", "a b", "$" + "{x}", "\n"),
];
/** The same of schemas. */
const NAMES = [
  ..."A B Node String StringSchema User UserIn user None a.b Check validate Object a\u0bf0".split(" "),
  ...LIKE_EACH_OTHER.concat("e f", "long".repeat(80)),
];
const PATTERNS = ["^a", "b$", "^[a-z]*$", "\\d", "^\\p{L}+$", "x/y", "^.$"];

const scalars = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 0, 1, -1, 1.5, "", "a", "ab", "é", "😀", "*/", "\u2028"),
  fc.constantFrom<Json>([], [1], {}, { a: 1 }, { b: [null] }),
);
const limit = fc.integer({ min: 0, max: 3 });
const number = fc.constantFrom(-1, 0, 0.5, 1, 2, 10);
const property = fc.constantFrom(...ODD);
/** Names in `required`. Ajv takes every object for one that has the member "". */
const needed = fc.constantFrom(...ODD.filter((name) => name !== ""));

/** A reference before the names are known: the number of a component, any one or a later one. */
type Draft = JsonObject;

/** Components that refer to each other. In place a schema refers only to later ones, so that none is defined by itself. */
export function anySchemas(): fc.Arbitrary<Record<string, Json>> {
  const names = fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 4 });
  const drafts = fc.array(levels[3] ?? fc.constant({}), { minLength: 4, maxLength: 4 });
  return fc
    .tuple(names, drafts)
    .map(([all, made]) => Object.fromEntries(all.map((name, i) => [name, withNames(made[i] ?? {}, all, i)])));
}

function withNames(draft: Json, all: readonly string[], at: number): Json {
  if (Array.isArray(draft)) return draft.map((part: Json) => withNames(part, all, at));
  if (typeof draft !== "object" || draft === null) return draft;
  const { [ANY]: any, [LATER]: later, ...rest } = draft as JsonObject;
  const inside = Object.fromEntries(
    Object.entries(rest).map(([key, part]) => [key, withNames(part, all, at)]),
  );
  const targets = later === undefined ? all : all.slice(at + 1);
  const number = later ?? any;
  const target = number === undefined ? undefined : targets[Number(number) % targets.length];
  return target === undefined ? inside : { ...inside, $ref: reference(target) };
}

const ANY = "x-any";
const LATER = "x-later";

function schemaOf(depth: number): fc.Arbitrary<Json> {
  const below = levels[depth - 1];
  const inPlace = below ?? fc.constant<Json>({});
  // A member or an item may be of any component: a circle through it ends with the data.
  const leaf = fc.oneof(
    kind.map((type) => ({ type })),
    fc.nat(3).map((n) => ({ [ANY]: n })),
  );
  const part = below === undefined ? leaf : fc.oneof(below, leaf);
  const list = (schema: fc.Arbitrary<Json>) => fc.array(schema, { minLength: 1, maxLength: 3 });
  const map = (schema: fc.Arbitrary<Json>) =>
    fc.dictionary(property, schema, { maxKeys: 4, noNullPrototype: true });
  const rest = fc.oneof(fc.boolean(), part);
  const fields = keywords({ properties: map(part), required: fc.uniqueArray(needed, { maxLength: 2 }) });
  const groups: fc.Arbitrary<Draft>[] = [
    keywords({ type: fc.oneof(kind, fc.uniqueArray(kind, { minLength: 1, maxLength: 3 })) }),
    keywords({ minLength: limit, maxLength: limit, pattern: fc.constantFrom(...PATTERNS) }),
    keywords({
      minimum: number,
      maximum: number,
      exclusiveMinimum: number,
      exclusiveMaximum: number,
      multipleOf: fc.constantFrom(1, 2, 0.5, 0.01),
    }),
    fields,
    keywords({
      properties: map(part),
      patternProperties: fc.dictionary(fc.constantFrom(...PATTERNS), part, {
        maxKeys: 2,
        noNullPrototype: true,
      }),
      additionalProperties: rest,
      propertyNames: keywords({ maxLength: limit, pattern: fc.constantFrom(...PATTERNS) }),
      minProperties: limit,
      maxProperties: limit,
    }),
    keywords({ items: part, minItems: limit, maxItems: limit, uniqueItems: fc.boolean() }),
    keywords({ prefixItems: list(part), items: part, minItems: limit }),
    // Alone, where Ajv is right: it takes an empty list for `contains` next to `prefixItems`, counts every item as evaluated by
    // `contains`, and mixes up what alternatives have evaluated if they are alternatives of another schema.
    alone(keywords({ contains: part, minContains: limit, maxContains: limit })),
    alone(keywords({ prefixItems: list(part), unevaluatedItems: rest })),
    keywords({
      enum: fc.uniqueArray(scalars, {
        minLength: 1,
        maxLength: 4,
        selector: (value) => JSON.stringify(value),
      }),
    }),
    keywords({ const: scalars }),
    keywords({
      dependentRequired: map(fc.uniqueArray(needed, { maxLength: 2 }) as fc.Arbitrary<Json>),
      // Of draft 7.
      dependencies: map(fc.oneof(inPlace, fc.uniqueArray(needed, { maxLength: 2 }) as fc.Arbitrary<Json>)),
    }),
    fc.constant({
      nullable: true,
      type: "string",
      format: "date-time",
      description: "ends */ here \0",
      title: "String",
    }),
    fc.nat(3).map((n) => ({ [LATER]: n })),
  ];
  if (below !== undefined) {
    groups.push(
      keywords({ allOf: list(inPlace) }),
      keywords({ anyOf: list(inPlace) }),
      keywords({ oneOf: list(inPlace) }),
      keywords({ not: inPlace }),
      keywords(Object.fromEntries(["if", "then", "else"].map((keyword) => [keyword, inPlace]))),
      keywords({ dependentSchemas: map(inPlace) }),
      alone(keywords({ properties: map(part), anyOf: list(fields), unevaluatedProperties: rest })),
    );
  }
  const some = fc.array(fc.oneof(...groups), { minLength: 1, maxLength: 2 });
  const object = some.map((made) => Object.assign({}, ...made) as JsonObject);
  return fc.oneof({ weight: 12, arbitrary: object }, fc.boolean());
}

const kind = fc.constantFrom("string", "integer", "number", "boolean", "null", "object", "array");

function reference(name: string): string {
  return `#/components/schemas/${encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"))}`;
}

/** As the schema of a member, so that no other keyword is next to it. */
function alone(inside: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> {
  return inside.map((schema) => ({ properties: { kind: schema } }));
}

/** Some of these keywords. */
function keywords(all: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<JsonObject> {
  return fc.record(all, { requiredKeys: [], noNullPrototype: true }) as fc.Arbitrary<JsonObject>;
}

const levels: fc.Arbitrary<Json>[] = [];
for (let depth = 0; depth <= 3; depth++) levels.push(schemaOf(depth));
