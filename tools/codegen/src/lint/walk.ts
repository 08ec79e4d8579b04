import { isObject, type JsonObject, listAt, objectAt } from "../json.js";
import { childPointer } from "../pointer.js";

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
  const properties = childPointer(pointer, "properties");
  for (const [name, part] of Object.entries(objectAt(schema, "properties")))
    inner(part, childPointer(properties, name));
  inner(schema.items, childPointer(pointer, "items"));
  inner(schema.additionalProperties, childPointer(pointer, "additionalProperties"));
  for (const keyword of ["allOf", "oneOf"]) {
    listAt(schema, keyword).forEach((part, i) => {
      inner(part, childPointer(childPointer(pointer, keyword), i));
    });
  }
}
