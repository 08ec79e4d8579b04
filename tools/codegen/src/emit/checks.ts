import type { Json } from "../json.js";
import { receivedForm } from "../model/fields.js";
import type { Dialect, NamedType } from "../model/model.js";
import { type Code, code, type File, indent, join } from "../print/file.js";
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

/** In the order in which faults are most useful: bases, the type, the value itself, members and items, compositions. */
function callsOf(schema: Schema): readonly Call[] {
  const { unevaluatedProperties, unevaluatedItems, ...others } = schema;
  if (unevaluatedProperties !== undefined || unevaluatedItems !== undefined)
    return [
      new Call("unevaluated", callsOf(others), orNull(unevaluatedProperties), orNull(unevaluatedItems)),
    ];
  const calls: Call[] = [];
  const put = (name: Call["name"], ...args: readonly Arg[]) => calls.push(new Call(name, ...args));
  if (schema.$ref !== undefined) put("$ref", schema.$ref);
  calls.push(...(schema.allOf ?? []).map(whole));
  if (schema.type !== undefined) put("types", ...typesOf(schema));
  if ("const" in schema) putValues("const", [schema.const as Json], put);
  if (schema.enum !== undefined) putValues("enum", schema.enum, put);
  for (const name of LIMITS) if (schema[name] !== undefined) put(name, schema[name]);
  if (schema.pattern !== undefined) put("pattern", schema.pattern);
  putMembers(schema, put);
  putItems(schema, put);
  for (const name of ["anyOf", "oneOf"] as const)
    if (schema[name] !== undefined) put(name, ...schema[name].map(whole));
  if (schema.not !== undefined) put("not", whole(schema.not));
  if (schema.if !== undefined) put("conditional", whole(schema.if), orNull(schema.then), orNull(schema.else));
  return calls;
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

/** Keywords with a number, each a check with the number. */
const LIMITS = [...BOUNDS.slice(0, 3).flat(), "multipleOf", ...BOUNDS.slice(3).flat()] as const;

type Put = (name: Call["name"], ...args: readonly Arg[]) => void;

function putValues(keyword: "const" | "enum", values: readonly Json[], put: Put): void {
  const isPlain = values.every((value) => typeof value !== "object" || value === null);
  if (isPlain) put(keyword === "const" ? "constant" : "member", ...values);
  else put("equal", keyword, ...values);
}

function putMembers(schema: Schema, put: Put): void {
  const { properties = {}, patternProperties, additionalProperties: rest, required = [] } = schema;
  const names = Object.keys(properties);
  const described = required.filter((name) => Object.hasOwn(properties, name));
  const others = required.filter((name) => !described.includes(name));
  if (others.length > 0) put("required", ...others);
  if (names.length > 0) put("properties", mapOf(properties), ...(described.length > 0 ? [described] : []));
  if (patternProperties !== undefined) put("patternProperties", mapOf(patternProperties));
  if (rest !== undefined) {
    const known = [names, ...(patternProperties === undefined ? [] : [Object.keys(patternProperties)])];
    put("additionalProperties", rest === false ? false : whole(rest === true ? {} : rest), ...known);
  }
  if (schema.propertyNames !== undefined) put("propertyNames", whole(schema.propertyNames));
  if (schema.dependentRequired !== undefined) put("dependentRequired", schema.dependentRequired);
  if (schema.dependentSchemas !== undefined) put("dependentSchemas", mapOf(schema.dependentSchemas));
}

function putItems(schema: Schema, put: Put): void {
  const { prefixItems, items, contains, minContains = 1, maxContains } = schema;
  if (prefixItems !== undefined) put("prefixItems", ...prefixItems.map(whole));
  if (items !== undefined)
    put("items", whole(items), ...(prefixItems === undefined ? [] : [prefixItems.length]));
  if (schema.uniqueItems === true) put("uniqueItems");
  if (contains !== undefined)
    put("contains", whole(contains), minContains, ...(maxContains === undefined ? [] : [maxContains]));
}

/** The check of a schema and its validator. */
export function emitCheck(dialect: Dialect, type: NamedType, checks: Checks, out: File): void {
  const part = partCheck(dialect, type).text;
  const lines = (checks.get(type.name) ?? []).map((call) => code`\n${printed(dialect, call)},`);
  out.doc(`The check of ${type.name}, which the checks of other schemas call.`);
  out.print`export const ${part}: ${runtime.Check} = /* @__PURE__ */ ${check("schema")}(() => ${indent(code`[${lines}`)}\n]);\n`;
  out.doc(`Whether data is ${type.name}. All faults are stored in \`errors\`.`);
  const name = validator(dialect, type).text;
  out.print`export const ${name}: ${runtime.Validator}<${receivedType(dialect, type)}> = /* @__PURE__ */ ${runtime.validatorOf}(${part});\n`;
}

function printed(dialect: Dialect, arg: Arg): Code {
  const list = (args: readonly Arg[]) =>
    join(
      args.map((each) => printed(dialect, each)),
      ", ",
    );
  if (arg instanceof Call) {
    if (arg.name === "$ref") return code`${partCheck(dialect, namedType(dialect, String(arg.args[0])))}`;
    return code`${check(arg.name)}(${list(arg.args)})`;
  }
  if (arg instanceof Map) {
    const lines = [...arg].map(([name, call]) => code`\n${propertyKey(name)}: ${printed(dialect, call)},`);
    return code`${indent(code`{${lines}`)}\n}`;
  }
  return Array.isArray(arg) ? code`[${list(arg)}]` : code`${literal(arg as Json)}`;
}
