import type { Json } from "../json.js";
import type { Field, Form } from "../model/fields.js";
import type { Dialect } from "../model/model.js";
import { isNullable, isRecord, type Schema, typesOf } from "../schema/schema.js";
import { isIdentifier, pythonText } from "./text.js";

/** How the types of one form of a dialect are written. */
export interface Conversion {
  readonly dialect: Dialect;
  readonly form: Form;
  /** The name of the type of a schema in this form. */
  readonly refer: (name: string) => string;
  /** Declares the type of an object inside of another type, and gives its name. */
  readonly nested: (place: string, schema: Schema) => string;
}

/** Whether a schema is declared as a class with typed keys; any other is an alias of an annotation. */
export function isClass({ isLeagueSpec }: Dialect, schema: Schema): boolean {
  const hasFields = isLeagueSpec || Object.keys(schema.properties ?? {}).length > 0;
  return isRecord(schema) && typesOf(schema).length === 1 && hasFields;
}

/**
 * The annotation of a schema. Every value that the schema allows has the type; where Python cannot say more, it is wider.
 * @param place the name of an object that has no name of its own.
 */
export function annotation(conversion: Conversion, schema: Schema, place: string): string {
  if (schema.$ref !== undefined) return conversion.refer(schema.$ref);
  const inner = (part: Schema) => annotation(conversion, part, place);
  if ("const" in schema) return literal([schema.const as Json]);
  if (schema.enum !== undefined) return members(conversion, schema, schema.enum);
  if (schema.type !== undefined)
    return union(typesOf(schema).map((type) => plain(conversion, schema, type, place)));
  const options = schema.oneOf ?? schema.anyOf;
  if (options !== undefined) return union(options.map(inner));
  return (schema.allOf ?? []).map(inner).find((part) => part !== ANY) ?? ANY;
}

const ANY = "t.Any";

function union(options: readonly string[]): string {
  const distinct = [...new Set(options)];
  return distinct.length === 0 || distinct.includes(ANY) ? ANY : distinct.join(" | ");
}

/** An open enum accepts any other text from a peer. */
function members({ dialect, form }: Conversion, schema: Schema, values: readonly Json[]): string {
  if (!dialect.isLeagueSpec || schema["x-open"] !== true || form === "sent") return literal(values);
  return values.includes(null) || isNullable(schema) ? "str | None" : "str";
}

function literal(values: readonly Json[]): string {
  const isLiteral = (value: Json) =>
    value === null || typeof value !== "object"
      ? typeof value !== "number" || Number.isSafeInteger(value)
      : false;
  if (values.length === 0 || !values.every(isLiteral)) return ANY;
  return `t.Literal[${values.map(pythonText).join(", ")}]`;
}

function plain(conversion: Conversion, schema: Schema, type: string, place: string): string {
  switch (type) {
    case "array": {
      const isPlain = schema.items !== undefined && schema.prefixItems === undefined;
      return `list[${isPlain ? annotation(conversion, schema.items ?? {}, `${place}_item`) : ANY}]`;
    }
    case "object": {
      if (Object.keys(schema.properties ?? {}).length > 0) return conversion.nested(place, schema);
      const rest = schema.additionalProperties;
      const isAlone = typeof rest === "object" && schema.patternProperties === undefined;
      return `dict[str, ${isAlone ? annotation(conversion, rest, `${place}_value`) : ANY}]`;
    }
    case "string":
      return "str";
    case "integer":
      return "int";
    case "number":
      return "float";
    case "boolean":
      return "bool";
    default:
      return "None";
  }
}

/** One key of a class: its annotation says whether it may be missing. */
export interface Key {
  readonly name: string;
  readonly annotation: string;
}

export function keyOf(conversion: Conversion, owner: string, field: Field): Key {
  const text = annotation(conversion, field.schema, `${owner}_${wordOf(field.name)}`);
  const isRequired = conversion.form === "sent" ? field.sentRequired : field.required;
  return { name: field.name, annotation: isRequired ? text : `NotRequired[${text}]` };
}

function wordOf(name: string): string {
  return isIdentifier(`_${name}`) ? name : [...name].map((one) => one.codePointAt(0)?.toString(16)).join("_");
}
