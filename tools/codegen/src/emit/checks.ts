import type { Json } from "../json.js";
import type { Dialect, NamedType } from "../model/model.js";
import { type Code, code, indent, join, type Printable } from "../print/code.js";
import type { File } from "../print/file.js";
import { literal, propertyKey, quote } from "../print/literal.js";
import { BOUNDS, type Schema, typesOf } from "../schema/schema.js";
import { check, partCheck, receivedType, runtime, validator } from "./modules.js";

/** The check of a schema, keyword by keyword, and its validator. */
export function emitCheck(
  dialect: Dialect,
  type: NamedType,
  schema: Schema,
  isRecursive: boolean,
  out: File,
): void {
  const part = out.declareValue(partCheck(dialect, type).text);
  const named = isRecursive ? check("recursive") : check("schema");
  out.doc(`The check of ${type.name}, which the checks of other schemas call.`);
  out.print`export const ${part}: ${runtime.Check} = /* @__PURE__ */ ${named}(() => ${lines(parts(dialect, schema))});\n`;
  out.doc(`Whether data is ${type.name}. All faults are stored in \`errors\`.`);
  const name = out.declareValue(validator(dialect, type).text);
  out.print`export const ${name}: ${runtime.Validator}<${receivedType(dialect, type)}> = /* @__PURE__ */ ${runtime.validatorOf}(${part});\n`;
}

/** One expression for a schema. */
function expression(dialect: Dialect, schema: Schema): Code {
  const list = parts(dialect, schema);
  const [only] = list;
  return list.length === 1 && only !== undefined ? only : code`${check("all")}(${join(list, ", ")})`;
}

function parts(dialect: Dialect, schema: Schema): Code[] {
  const { unevaluatedProperties, unevaluatedItems, ...others } = schema;
  const list = evaluated(dialect, others);
  if (unevaluatedProperties === undefined && unevaluatedItems === undefined) return list;
  const rest = (part: Schema | undefined) => (part === undefined ? "null" : expression(dialect, part));
  return [
    code`${check("unevaluated")}([${join(list, ", ")}], ${rest(unevaluatedProperties)}, ${rest(unevaluatedItems)})`,
  ];
}

/** In the order in which faults are most useful: bases, the type, the value itself, members and items, compositions. */
function evaluated(dialect: Dialect, schema: Schema): Code[] {
  const list: Code[] = [];
  const inner = (part: Schema) => expression(dialect, part);
  const put: Put = (name, ...args) => list.push(code`${check(name)}(${join(args, ", ")})`);
  if (schema.$ref !== undefined) list.push(reference(dialect, schema.$ref));
  list.push(...(schema.allOf ?? []).map(inner));
  if (schema.type !== undefined) put("types", ...typesOf(schema).map(quote));
  if ("const" in schema) values("const", [schema.const as Json], put);
  if (schema.enum !== undefined) values("enum", schema.enum, put);
  for (const name of PLAIN) if (schema[name] !== undefined) put(name, schema[name]);
  if (schema.pattern !== undefined) put("pattern", expressionOf(schema.pattern));
  members(schema, inner, put);
  items(schema, inner, put);
  for (const name of ["anyOf", "oneOf"] as const)
    if (schema[name] !== undefined) put(name, ...schema[name].map(inner));
  if (schema.not !== undefined) put("not", inner(schema.not));
  if (schema.if !== undefined) {
    const branch = (part: Schema | undefined) => (part === undefined ? "null" : inner(part));
    put("conditional", inner(schema.if), branch(schema.then), branch(schema.else));
  }
  return list;
}

/** Adds a call of a check. */
type Put = (name: Parameters<typeof check>[0], ...args: readonly Printable[]) => void;

/** Keywords with a number, each a check with the number. */
const PLAIN = [...BOUNDS.slice(0, 3).flat(), "multipleOf", ...BOUNDS.slice(3).flat()] as const;

function members(schema: Schema, inner: (part: Schema) => Code, put: Put): void {
  const { properties = {}, patternProperties = {}, additionalProperties: rest, required = [] } = schema;
  const names = Object.keys(properties);
  const described = required.filter((name) => Object.hasOwn(properties, name));
  const others = required.filter((name) => !described.includes(name));
  if (others.length > 0) put("required", ...others.map(quote));
  if (names.length > 0)
    put("properties", object(properties, inner), ...(described.length > 0 ? [list(described)] : []));
  const expressions = Object.keys(patternProperties).map(expressionOf);
  const rules = Object.values(patternProperties).map(
    (part, i) => code`[${expressions[i] ?? ""}, ${inner(part)}]`,
  );
  if (rules.length > 0) put("patternProperties", ...rules);
  if (rest === true) put("additionalProperties", code`${check("all")}()`, list(names));
  else if (rest !== undefined) {
    const known = [list(names), ...(rules.length > 0 ? [`[${expressions.join(", ")}]`] : [])];
    put("additionalProperties", rest === false ? "false" : inner(rest), ...known);
  }
  if (schema.propertyNames !== undefined) put("propertyNames", inner(schema.propertyNames));
  if (schema.dependentRequired !== undefined) put("dependentRequired", literal(schema.dependentRequired));
  if (schema.dependentSchemas !== undefined) put("dependentSchemas", object(schema.dependentSchemas, inner));
}

function items(schema: Schema, inner: (part: Schema) => Code, put: Put): void {
  const { prefixItems, minContains = 1, maxContains } = schema;
  if (prefixItems !== undefined) put("prefixItems", ...prefixItems.map(inner));
  if (schema.items !== undefined)
    put("items", inner(schema.items), ...(prefixItems === undefined ? [] : [prefixItems.length]));
  if (schema.uniqueItems === true) put("uniqueItems");
  if (schema.contains === undefined) return;
  const most = maxContains === undefined ? [] : [maxContains];
  const isUsual = minContains === 1 && maxContains === undefined;
  put("contains", inner(schema.contains), ...(isUsual ? [] : [minContains, ...most]));
}

function values(keyword: "const" | "enum", all: readonly Json[], put: Put): void {
  const texts = all.map((value) => literal(value));
  const isPlain = all.every((value) => typeof value !== "object" || value === null);
  if (isPlain) put(keyword === "const" ? "constant" : "member", ...texts);
  else put("equal", quote(keyword), ...texts);
}

function reference(dialect: Dialect, name: string): Code {
  const type = dialect.types.get(name);
  if (type === undefined) throw new Error(`no schema ${name} in ${dialect.name}`);
  return code`${partCheck(dialect, type)}`;
}

function object(parts: Readonly<Record<string, Schema>>, inner: (part: Schema) => Code): Code {
  const lines = Object.entries(parts).map(
    ([name, part]) => code`${propertyKey(name)}: ${indent(inner(part))},`,
  );
  return code`${indent(code`{\n${join(lines, "\n")}`)}\n}`;
}

function list(names: readonly string[]): string {
  return `[${names.map(quote).join(", ")}]`;
}

function lines(list: readonly Code[]): Code {
  return code`${indent(
    code`[\n${join(
      list.map((each) => code`${each},`),
      "\n",
    )}`,
  )}\n]`;
}

/** The literal of a regular expression; all of them have the flag that JSON Schema expects. */
export function expressionOf(pattern: string): string {
  return String(new RegExp(pattern, "u")).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}
