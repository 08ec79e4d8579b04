import { receivedForm } from "../model/forms.js";
import type { Dialect, NamedType } from "../model/model.js";
import { camel } from "../names.js";
import { type Code, code, join, type Printable } from "../print/code.js";
import type { File } from "../print/file.js";
import { literal, propertyAccess } from "../print/literal.js";
import { kindOf } from "../schema/kinds.js";
import { type Schema, type TypeName, typesOf } from "../schema/schema.js";
import { expressionOf } from "./checks.js";
import { guard, receivedType, valueTest } from "./modules.js";

/**
 * Whether data fits a schema, as one expression: of half the length and several times as fast as the check that finds all faults.
 * Only schemas that are made of `KEYWORDS` have one.
 */
export function emitGuard(dialect: Dialect, type: NamedType, schema: Schema, out: File): void {
  out.print``;
  // A literal in the function would be a new object at each call.
  const patterns = new Map<Schema, string>();
  for (const [path, part] of patternsIn(schema, [])) {
    if (patterns.has(part)) continue;
    const name = out.declareLocal(camel([type.name, ...path, "pattern"].join("_")));
    out.print`const ${name} = ${expressionOf(part.pattern ?? "")};\n`;
    patterns.set(part, name);
  }
  const conditions = conditionsOf(schema, "data", 0, { dialect, patterns });
  const data = conditions.length === 0 ? "_data" : "data";
  out.doc(`Whether data is ${type.name}.`);
  const name = out.declareValue(guard(dialect, type).text);
  out.print`export function ${name}(${data}: unknown): ${data} is ${receivedType(dialect, type)} {
  return ${conditions.length === 0 ? "true" : join(conditions, "\n    && ")};
}`;
}

/** The schema that received data must fit. */
export function receivedSchema(dialect: Dialect, type: NamedType): Schema {
  return dialect.isLeagueSpec ? receivedForm(type.schema) : type.schema;
}

/** The names of the types that have a guard. */
export function guardedTypes(dialect: Dialect, recursive: ReadonlySet<string>): ReadonlySet<string> {
  const known = new Map<string, boolean>();
  const isNamed = (name: string): boolean => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const type = dialect.types.get(name);
    const is = type !== undefined && !recursive.has(name) && isPlain(receivedSchema(dialect, type));
    known.set(name, is);
    return is;
  };
  const isPlain = (schema: Schema): boolean =>
    Object.keys(schema).every((keyword) => KEYWORDS.has(keyword) || keyword.startsWith("x-")) &&
    hasPlainValues(schema) &&
    (schema.pattern === undefined || typesOf(schema).includes("string")) &&
    (schema.$ref === undefined || isNamed(schema.$ref)) &&
    Object.keys(schema.properties ?? {}).every((name) => !(name in Object.prototype)) &&
    (schema.required ?? []).every((name) => !(name in Object.prototype)) &&
    (typeof schema.additionalProperties !== "object" || schema.properties === undefined) &&
    (schema.type !== undefined || !NEEDING_TYPE.some((keyword) => keyword in schema)) &&
    partsOf(schema).every(isPlain);
  return new Set([...dialect.types.keys()].filter(isNamed));
}

/** Keywords for values of one type, which must stand beside them. */
const NEEDING_TYPE = [
  ...["properties", "required", "additionalProperties", "items", "minItems", "maxItems"],
  ...["minLength", "maxLength", "pattern", "minimum", "maximum"],
];

const KEYWORDS: ReadonlySet<string> = new Set([
  ...["$ref", "title", "description", "deprecated", "default", "examples", "allOf", "type", "const", "enum"],
  ...NEEDING_TYPE,
]);

/** Some values are listed, all of the schema's types, and no other keyword rules one of them out. */
function hasPlainValues(schema: Schema): boolean {
  if (schema.additionalProperties === false || schema.enum?.length === 0) return false;
  const values = [...("const" in schema ? [schema.const ?? null] : []), ...(schema.enum ?? [])];
  if (values.length === 0) return true;
  if (NEEDING_TYPE.some((keyword) => keyword in schema)) return false;
  const kinds = schema.type === undefined ? undefined : typesOf(schema);
  return values.every((value) => {
    const kind = kindOf(value);
    return kind !== "object" && kind !== "array" && (kinds?.some((one) => one === kind) ?? true);
  });
}

function partsOf({ allOf = [], properties = {}, items, additionalProperties: rest }: Schema): Schema[] {
  return [
    ...allOf,
    ...Object.values(properties),
    ...(items === undefined ? [] : [items]),
    ...(typeof rest === "object" ? [rest] : []),
  ];
}

interface Printing {
  readonly dialect: Dialect;
  /** The constant of each schema's pattern. */
  readonly patterns: ReadonlyMap<Schema, string>;
}

/** All of them hold for the value that the text `data` stands for. @param depth of the lists around it */
function conditionsOf(schema: Schema, data: string, depth: number, printing: Printing): Code[] {
  const { dialect } = printing;
  const list: Code[] = [];
  const isListed = "const" in schema || schema.enum !== undefined;
  if ("const" in schema) list.push(code`${data} === ${literal(schema.const ?? null)}`);
  if (schema.enum !== undefined)
    list.push(anyOf(schema.enum.map((value) => code`${data} === ${literal(value)}`)));
  if (schema.type !== undefined && !isListed) {
    const kinds = typesOf(schema).map((kind) => allOf(ofKind(kind, schema, data, depth, printing)));
    list.push(anyOf(kinds));
  }
  // Last, because TypeScript then takes the data for no more than the base.
  const base = schema.$ref === undefined ? undefined : dialect.types.get(schema.$ref);
  if (base !== undefined) list.push(code`${guard(dialect, base)}(${data})`);
  for (const part of schema.allOf ?? []) list.push(...conditionsOf(part, data, depth, printing));
  return list;
}

/** The conditions of one type, with the keywords for its values. */
function ofKind(kind: TypeName, schema: Schema, data: string, depth: number, printing: Printing): Code[] {
  const { minLength = 0, maxLength, pattern, minimum, maximum, minItems, maxItems } = schema;
  switch (kind) {
    case "string":
      return [
        code`typeof ${data} === "string"`,
        ...(minLength === 1 ? [code`${data} !== ""`] : []),
        ...(minLength > 1 ? [code`${valueTest("hasAtLeast")}(${minLength}, ${data})`] : []),
        ...(maxLength === undefined ? [] : [code`${valueTest("hasAtMost")}(${maxLength}, ${data})`]),
        ...(pattern === undefined ? [] : [code`${printing.patterns.get(schema) ?? ""}.test(${data})`]),
      ];
    case "integer":
    case "number":
      return [
        kind === "integer" ? code`${valueTest("isInteger")}(${data})` : code`typeof ${data} === "number"`,
        ...(minimum === undefined ? [] : [code`${data} >= ${minimum}`]),
        ...(maximum === undefined ? [] : [code`${data} <= ${maximum}`]),
      ];
    case "array":
      return [
        code`Array.isArray(${data})`,
        ...(minItems === undefined ? [] : [code`${data}.length >= ${minItems}`]),
        ...(maxItems === undefined ? [] : [code`${data}.length <= ${maxItems}`]),
        ...each(schema.items, data, depth, printing),
      ];
    case "object":
      return [code`${valueTest("isObject")}(${data})`, ...members(schema, data, depth, printing)];
    case "null":
      return [code`${data} === null`];
    default:
      return [code`typeof ${data} === "${kind}"`];
  }
}

function members(schema: Schema, data: string, depth: number, printing: Printing): Code[] {
  const { properties = {}, required = [], additionalProperties: rest } = schema;
  const others = required.filter((name) => !Object.hasOwn(properties, name));
  const described = Object.entries(properties).flatMap(([name, part]): Code[] => {
    const member = data + propertyAccess(name);
    const conditions = conditionsOf(part, member, depth, printing);
    if (!required.includes(name))
      return conditions.length === 0 ? [] : [code`(${member} === undefined || ${allOf(conditions)})`];
    return isTyped(part, printing.dialect) ? conditions : [code`${member} !== undefined`, ...conditions];
  });
  return [
    ...others.map((name) => code`${data}${propertyAccess(name)} !== undefined`),
    ...described,
    ...each(typeof rest === "object" ? rest : undefined, `Object.values(${data})`, depth, printing),
  ];
}

/** One condition for all items of a list. */
function each(part: Schema | undefined, list: string, depth: number, printing: Printing): Code[] {
  const item = `item${depth + 1}`;
  const conditions = part === undefined ? [] : conditionsOf(part, item, depth + 1, printing);
  return conditions.length === 0 ? [] : [code`${list}.every((${item}: unknown) => ${allOf(conditions)})`];
}

/** Whether `undefined` does not fit. */
function isTyped(schema: Schema, dialect: Dialect): boolean {
  if (schema.type !== undefined || "const" in schema || schema.enum !== undefined) return true;
  const named = schema.$ref === undefined ? undefined : dialect.types.get(schema.$ref);
  return (
    (named !== undefined && isTyped(receivedSchema(dialect, named), dialect)) ||
    (schema.allOf ?? []).some((base) => isTyped(base, dialect))
  );
}

/** The parts of a schema that have a pattern, by their paths. */
function patternsIn(schema: Schema, path: readonly string[]): [path: readonly string[], part: Schema][] {
  const { pattern, allOf = [], properties = {}, items, additionalProperties: rest } = schema;
  return [
    ...(pattern === undefined ? [] : [[path, schema] as [readonly string[], Schema]]),
    ...allOf.flatMap((base) => patternsIn(base, path)),
    ...Object.entries(properties).flatMap(([name, part]) => patternsIn(part, [...path, name])),
    ...(items === undefined ? [] : patternsIn(items, [...path, "items"])),
    ...(typeof rest === "object" ? patternsIn(rest, [...path, "values"]) : []),
  ];
}

function allOf(conditions: readonly Printable[]): Code {
  return join(conditions, " && ");
}

function anyOf(conditions: readonly Code[]): Code {
  return conditions.length === 1 ? code`${conditions}` : code`(${join(conditions, " || ")})`;
}
