import type { Json, JsonObject } from "../json.js";
import { receivedForm } from "../model/fields.js";
import type { Dialect, NamedType } from "../model/model.js";
import { type Code, code, type File, indent, join, type Name } from "../print/file.js";
import { literal, propertyKey } from "../print/literal.js";
import { BOUNDS, type Schema, typesOf } from "../schema/schema.js";
import { check, namedType, partCheck, receivedType, runtime, validator } from "./modules.js";

/** A call of a check of the runtime, or of the check of another schema, as `$ref` with its name. */
export class Call {
  readonly name: Parameters<typeof check>[0] | "$ref";
  readonly args: readonly Arg[];

  constructor(name: Call["name"], ...args: readonly Arg[]) {
    this.name = name;
    this.args = args;
  }
}

/** Plain data, the check of one part, or of several. */
export type Arg = Json | Call | readonly Call[] | ReadonlyMap<string, Call>;

/** What the receivers of a dialect check, by the name of the type. */
export type Checks = ReadonlyMap<string, readonly Call[]>;

export function checksOf({ types, isLeagueSpec }: Dialect): Checks {
  const received = (schema: Schema) => (isLeagueSpec ? receivedForm(schema) : schema);
  return new Map([...types].map(([name, { schema }]) => [name, callsOf(received(schema))]));
}

/** Keywords with a number, each a check with the number. */
const LIMITS = [...BOUNDS.slice(0, 3).flat(), "multipleOf", ...BOUNDS.slice(3).flat()] as const;

/** The calls of each keyword, in the order in which faults are most useful: bases, the type, the value itself, its parts, compositions. */
const CALLS: Readonly<Record<string, (schema: Required<Schema>) => Call | readonly Call[]>> = {
  $ref: ({ $ref }) => new Call("$ref", $ref),
  allOf: ({ allOf }) => allOf.map(whole),
  type: (schema) => new Call("types", ...typesOf(schema)),
  const: (schema) => ofValues("const", [schema.const]),
  enum: (schema) => ofValues("enum", schema.enum),
  ...Object.fromEntries(
    LIMITS.map((name) => [name, (schema: Required<Schema>) => new Call(name, schema[name])]),
  ),
  pattern: ({ pattern }) => new Call("pattern", pattern),
  required: ({ required, properties = {} }) => {
    const others = required.filter((name) => !Object.hasOwn(properties, name));
    return others.length > 0 ? new Call("required", ...others) : [];
  },
  properties: ({ properties, required = [] }) => {
    const described = required.filter((name) => Object.hasOwn(properties, name));
    const parts = mapOf(properties);
    return parts.size > 0 ? new Call("properties", parts, ...(described.length > 0 ? [described] : [])) : [];
  },
  patternProperties: ({ patternProperties }) => new Call("patternProperties", mapOf(patternProperties)),
  additionalProperties: ({ additionalProperties: rest, properties = {}, patternProperties }) => {
    const check = rest === false ? false : whole(rest === true ? {} : rest);
    const patterns = patternProperties === undefined ? [] : [Object.keys(patternProperties)];
    return new Call("additionalProperties", check, Object.keys(properties), ...patterns);
  },
  propertyNames: ({ propertyNames }) => new Call("propertyNames", whole(propertyNames)),
  dependentRequired: ({ dependentRequired }) => new Call("dependentRequired", dependentRequired),
  dependentSchemas: ({ dependentSchemas }) => new Call("dependentSchemas", mapOf(dependentSchemas)),
  prefixItems: ({ prefixItems }) => new Call("prefixItems", ...prefixItems.map(whole)),
  items: ({ items, prefixItems }) =>
    new Call("items", whole(items), ...(prefixItems === undefined ? [] : [prefixItems.length])),
  uniqueItems: ({ uniqueItems }) => (uniqueItems ? new Call("uniqueItems") : []),
  contains: ({ contains, minContains = 1, maxContains }) =>
    new Call("contains", whole(contains), minContains, ...(maxContains === undefined ? [] : [maxContains])),
  anyOf: ({ anyOf }) => new Call("anyOf", ...anyOf.map(whole)),
  oneOf: ({ oneOf }) => new Call("oneOf", ...oneOf.map(whole)),
  not: (schema) => new Call("not", whole(schema.not)),
  if: (schema) => new Call("conditional", whole(schema.if), orNull(schema.then), orNull(schema.else)),
};

function callsOf(schema: Schema): readonly Call[] {
  const { unevaluatedProperties: members, unevaluatedItems: items, ...others } = schema;
  if (members !== undefined || items !== undefined)
    return [new Call("unevaluated", callsOf(others), orNull(members), orNull(items))];
  return Object.entries(CALLS).flatMap(([keyword, calls]) =>
    keyword in schema ? calls(schema as Required<Schema>) : [],
  );
}

/** The one check of a part. */
function whole(schema: Schema): Call {
  const calls = callsOf(schema);
  const [only] = calls;
  return calls.length === 1 && only !== undefined ? only : new Call("all", ...calls);
}

function orNull(schema: Schema | undefined): Call | null {
  return schema === undefined ? null : whole(schema);
}

function mapOf(parts: Readonly<Record<string, Schema>>): ReadonlyMap<string, Call> {
  return new Map(Object.entries(parts).map(([name, part]) => [name, whole(part)]));
}

function ofValues(keyword: "const" | "enum", values: readonly Json[]): Call {
  const isPlain = values.every((value) => typeof value !== "object" || value === null);
  return isPlain
    ? new Call(keyword === "const" ? "constant" : "member", ...values)
    : new Call("equal", keyword, ...values);
}

/** The check of a schema and its validator. */
export function emitCheck(dialect: Dialect, type: NamedType, checks: Checks, out: File): void {
  const part = partCheck(dialect, type).text;
  const refer = (name: string) => partCheck(dialect, namedType(dialect, name));
  out.doc(`The check of ${type.name}, which the checks of other schemas call.`);
  out.print`export const ${part}: ${runtime.Check} = ${made(checks.get(type.name) ?? [], refer)};\n`;
  out.doc(`Whether data is ${type.name}. All faults are stored in \`errors\`.`);
  const name = validator(dialect, type).text;
  out.print`export const ${name}: ${runtime.Validator}<${receivedType(dialect, type)}> = /* @__PURE__ */ ${runtime.validatorOf}(${part});\n`;
}

/** The validator of a schema in no dialect, whose references are to its own `$defs`. */
export function emitValidator(
  name: string,
  { $defs = {}, ...whole }: JsonObject,
  doc: string,
  out: File,
): void {
  const refer = (ref: string) => `${ref.split("/").at(-1)}Check`;
  const checked = (schema: Json) => made(callsOf(schema as Schema), refer);
  for (const [def, schema] of Object.entries($defs as JsonObject))
    out.print`const ${refer(def)}: ${runtime.Check} = ${checked(schema)};\n`;
  out.doc(doc);
  out.print`export const ${name}: ${runtime.Validator}<unknown> = /* @__PURE__ */ ${runtime.validatorOf}(${checked(whole)});\n`;
}

/** What the check of another schema is called. */
type Refer = (name: string) => Name | string;

/** The check of a schema with these calls. */
function made(calls: readonly Call[], refer: Refer): Code {
  const lines = calls.map((call) => code`\n${printed(call, refer)},`);
  return code`/* @__PURE__ */ ${check("schema")}(() => ${indent(code`[${lines}`)}\n])`;
}

function printed(arg: Arg, refer: Refer): Code {
  const list = (args: readonly Arg[]) =>
    join(
      args.map((each) => printed(each, refer)),
      ", ",
    );
  if (arg instanceof Call) {
    if (arg.name === "$ref") return code`${refer(String(arg.args[0]))}`;
    return code`${check(arg.name)}(${list(arg.args)})`;
  }
  if (arg instanceof Map) {
    const lines = [...arg].map(([name, call]) => code`\n${propertyKey(name)}: ${printed(call, refer)},`);
    return code`${indent(code`{${lines}`)}\n}`;
  }
  return Array.isArray(arg) ? code`[${list(arg)}]` : code`${literal(arg as Json)}`;
}
