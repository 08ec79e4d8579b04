import { isList, isObject, type Json, type JsonObject, stringAt } from "../json.js";
import { valueAt } from "../load/pointer.js";

/**
 * An OpenRPC document with every reference replaced by its target, for tools that do not follow references. Annotations next to a
 * reference override those of its target.
 * @returns null if a schema contains itself.
 */
export function dereferenced(document: JsonObject): JsonObject | null {
  let isCircular = false;
  const resolve = (value: Json, path: readonly string[]): Json => {
    if (isList(value)) return value.map((item) => resolve(item, path));
    if (!isObject(value)) return value;
    const ref = stringAt(value, "$ref");
    if (ref === undefined || !ref.startsWith("#/")) {
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, resolve(member, path)]));
    }
    if (path.includes(ref)) {
      isCircular = true;
      return {};
    }
    const target = resolve(valueAt(document, ref.slice(1)) ?? {}, [...path, ref]);
    const { $ref: _, ...annotations } = value;
    return isObject(target) ? { ...target, ...annotations } : target;
  };
  const { components, ...rest } = document;
  const { schemas: _, contentDescriptors: __, ...others } = isObject(components) ? components : {};
  const whole = resolve(rest, []) as JsonObject;
  const left = Object.keys(others).length === 0 ? {} : { components: resolve(others, []) };
  return isCircular ? null : { ...whole, ...left };
}
