import type { Json } from "../json.js";
import { type Schema, type Types, typesOf } from "./schema.js";

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
