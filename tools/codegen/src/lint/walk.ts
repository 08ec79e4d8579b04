import { isObject, type JsonObject, listAt, objectAt } from "../json.js";
import { step } from "../load/pointer.js";

/** Visits a schema and every schema inside of it, without following references. */
export function walk(
  schema: JsonObject,
  pointer: string,
  visit: (part: JsonObject, pointer: string) => void,
): void {
  visit(schema, pointer);
  const inner = (value: unknown, at: string) => {
    if (isObject(value)) walk(value, at, visit);
  };
  const properties = step(pointer, "properties");
  for (const [name, part] of Object.entries(objectAt(schema, "properties")))
    inner(part, step(properties, name));
  inner(schema.items, step(pointer, "items"));
  inner(schema.additionalProperties, step(pointer, "additionalProperties"));
  for (const keyword of ["allOf", "oneOf"]) {
    listAt(schema, keyword).forEach((part, i) => {
      inner(part, step(step(pointer, keyword), i));
    });
  }
}
