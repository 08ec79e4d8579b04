import type { Json } from "../json.js";
import type { FieldFault } from "../runtime/field-fault.js";

/**
 * A JSON Schema 2020-12 inside of the linted subset. Here `$ref` is the plain name of another schema of the same dialect.
 * It has passed the lint's structural rules.
 */
export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly default?: Json;
  readonly examples?: readonly Json[];
  readonly type?: TypeName | readonly TypeName[];
  readonly const?: Scalar;
  readonly enum?: readonly Scalar[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  /** Whether a receiver accepts values that are not in the list. */
  readonly "x-open"?: boolean;
  /** Fields that are required in sent data only. */
  readonly "x-sent-required"?: readonly string[];
  /** The allowed texts, in words: "an http or https URL". */
  readonly "x-pattern-description"?: string;
  readonly "x-source"?: string;
  readonly "x-near-misses"?: readonly FieldFault[];
}

export type Scalar = string | number | boolean | null;
export type TypeName = "string" | "integer" | "number" | "boolean" | "null" | "object" | "array";

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

/** A text, a number or another value without parts. */
export function isScalar(schema: Schema): boolean {
  const types = mainTypes(schema);
  return types.length > 0 && !types.includes("object") && !types.includes("array");
}

/** An object without a list of fields: a map, or free data. */
export function isMap(schema: Schema): boolean {
  return (
    mainTypes(schema)[0] === "object" &&
    schema.allOf === undefined &&
    Object.keys(schema.properties ?? {}).length === 0
  );
}

/** Names of the schemas that this one is based on. */
export function basesOf(schema: Schema): readonly string[] {
  return (schema.allOf ?? []).flatMap((base) => base.$ref ?? []);
}
