import { basesOf, isMap, mainTypes, type Schema, type Types } from "../schema/schema.js";
import { fieldsOf } from "./fields.js";

/** Keywords that affect validity and contain no schema. */
const PLAIN = [
  "type",
  "const",
  "enum",
  "required",
  "minItems",
  "maxItems",
  "minLength",
  "maxLength",
  "pattern",
  "minimum",
  "maximum",
] as const;

/**
 * The schema of a receiver: unknown fields are allowed, open enums accept any string, and requirements of senders are removed.
 * Annotations are removed, so that no validator contains them. References stay references.
 */
export function receivedForm(schema: Schema): Schema {
  return convert(schema, receivedForm, (form) => {
    if (schema["x-open"] === true) delete form.enum;
  });
}

/**
 * The schema of a sender: exactly the declared fields, exactly the enums' members. A base's fields are included, because
 * a closed object cannot be composed of two.
 */
export function sentForm(types: Types, schema: Schema): Schema {
  const inner = (part: Schema) => sentForm(types, part);
  return convert(schema, inner, (form) => {
    if (mainTypes(schema)[0] !== "object" || isMap(schema)) return;
    const fields = fieldsOf(types, schema);
    form.properties = Object.fromEntries(fields.map((field) => [field.name, inner(field.schema)]));
    form.required = fields.filter((field) => field.sentRequired).map((field) => field.name);
    form.additionalProperties = schema.additionalProperties === true;
    delete form.allOf;
    // A field that narrows an inherited one must also match the inherited declaration.
    const wider = basesOf(schema).flatMap((base) => fieldsOf(types, types.types.get(base)?.schema ?? {}));
    const properties = form.properties as Record<string, Schema>;
    for (const field of wider) {
      const own = schema.properties?.[field.name];
      if (own !== undefined) properties[field.name] = { allOf: [inner(own), inner(field.schema)] };
    }
  });
}

function convert(
  schema: Schema,
  inner: (part: Schema) => Schema,
  adjust: (form: Record<string, unknown>) => void,
): Schema {
  if (schema.$ref !== undefined) return { $ref: schema.$ref };
  const form: Record<string, unknown> = {};
  for (const keyword of PLAIN) if (schema[keyword] !== undefined) form[keyword] = schema[keyword];
  if (schema.allOf !== undefined) form.allOf = schema.allOf.map(inner);
  if (schema.oneOf !== undefined) form.oneOf = schema.oneOf.map(inner);
  if (schema.items !== undefined) form.items = inner(schema.items);
  if (schema.properties !== undefined) {
    form.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, part]) => [name, inner(part)]),
    );
  }
  const rest = schema.additionalProperties;
  if (rest !== undefined) form.additionalProperties = typeof rest === "boolean" ? rest : inner(rest);
  adjust(form);
  return form as Schema;
}

/** Whether received and sent data differ: an open enum, or a field that is required only in sent data. */
export function differsWhenReceived(
  types: Types,
  name: string,
  seen: ReadonlySet<string> = new Set(),
): boolean {
  if (seen.has(name)) return false;
  const within = new Set([...seen, name]);
  const differs = (schema: Schema): boolean =>
    schema["x-open"] === true ||
    (schema["x-sent-required"]?.length ?? 0) > 0 ||
    (schema.$ref !== undefined && differsWhenReceived(types, schema.$ref, within)) ||
    [...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...Object.values(schema.properties ?? {})].some(
      differs,
    ) ||
    (schema.items !== undefined && differs(schema.items)) ||
    (typeof schema.additionalProperties === "object" && differs(schema.additionalProperties));
  return differs(types.types.get(name)?.schema ?? {});
}
