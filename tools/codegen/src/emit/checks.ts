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
  const put = (name: Parameters<typeof check>[0], ...args: readonly Printable[]) =>
    list.push(code`${check(name)}(${join(args, ", ")})`);
  const put1 = (name: Plain) => {
    const value = schema[name];
    if (value !== undefined) put(name, literal(value));
  };
  if (schema.$ref !== undefined) list.push(reference(dialect, schema.$ref));
  for (const base of schema.allOf ?? []) list.push(inner(base));
  if (schema.type !== undefined) put("types", ...typesOf(schema).map(quote));
  if ("const" in schema) values(list, "const", [schema.const as Json]);
  if (schema.enum !== undefined) values(list, "enum", schema.enum);
  for (const name of PLAIN) put1(name);
  if (schema.pattern !== undefined) put("pattern", expressionOf(schema.pattern));
  members(dialect, schema, put);
  if (schema.prefixItems !== undefined) put("prefixItems", ...schema.prefixItems.map(inner));
  if (schema.items !== undefined) {
    put(
      "items",
      inner(schema.items),
      ...(schema.prefixItems === undefined ? [] : [schema.prefixItems.length]),
    );
  }
  if (schema.uniqueItems === true) put("uniqueItems");
  if (schema.contains !== undefined) {
    const limits = [
      schema.minContains ?? 1,
      ...(schema.maxContains === undefined ? [] : [schema.maxContains]),
    ];
    put("contains", inner(schema.contains), ...(limits.length === 1 && limits[0] === 1 ? [] : limits));
  }
  if (schema.anyOf !== undefined) put("anyOf", ...schema.anyOf.map(inner));
  if (schema.oneOf !== undefined) put("oneOf", ...schema.oneOf.map(inner));
  if (schema.not !== undefined) put("not", inner(schema.not));
  if (schema.if !== undefined) {
    const branch = (part: Schema | undefined) => (part === undefined ? "null" : inner(part));
    put("conditional", inner(schema.if), branch(schema.then), branch(schema.else));
  }
  return list;
}

/** Keywords with a number, each a check with the number. */
const PLAIN = [...BOUNDS.slice(0, 3).flat(), "multipleOf", ...BOUNDS.slice(3).flat()] as const;
type Plain = (typeof PLAIN)[number];

function members(
  dialect: Dialect,
  schema: Schema,
  put: (name: Parameters<typeof check>[0], ...args: readonly Printable[]) => void,
): void {
  const inner = (part: Schema) => expression(dialect, part);
  const { properties = {}, patternProperties = {}, additionalProperties: rest } = schema;
  const names = Object.keys(properties);
  const described = (schema.required ?? []).filter((name) => Object.hasOwn(properties, name));
  const others = (schema.required ?? []).filter((name) => !described.includes(name));
  if (others.length > 0) put("required", ...others.map(quote));
  if (names.length > 0)
    put("properties", object(properties, inner), ...(described.length > 0 ? [list(described)] : []));
  const expressions = Object.keys(patternProperties).map(expressionOf);
  if (expressions.length > 0) {
    const rules = Object.values(patternProperties).map(
      (part, i) => code`[${expressions[i] ?? ""}, ${inner(part)}]`,
    );
    put("patternProperties", ...rules);
  }
  if (rest !== undefined && rest !== true) {
    const known = expressions.length > 0 ? [list(names), code`[${expressions.join(", ")}]`] : [list(names)];
    put("additionalProperties", rest === false ? "false" : inner(rest), ...known);
  } else if (rest === true) {
    put("additionalProperties", code`${check("all")}()`, list(names));
  }
  if (schema.propertyNames !== undefined) put("propertyNames", inner(schema.propertyNames));
  if (schema.dependentRequired !== undefined) put("dependentRequired", literal(schema.dependentRequired));
  if (schema.dependentSchemas !== undefined) put("dependentSchemas", object(schema.dependentSchemas, inner));
}

function values(list: Code[], keyword: "const" | "enum", all: readonly Json[]): void {
  const texts = join(
    all.map((value) => literal(value)),
    ", ",
  );
  const isPlain = all.every((value) => typeof value !== "object" || value === null);
  if (!isPlain) list.push(code`${check("equal")}(${quote(keyword)}, ${texts})`);
  else list.push(code`${check(keyword === "const" ? "constant" : "member")}(${texts})`);
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
