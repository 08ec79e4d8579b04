/** Members of plain data by JSON Pointer: read, write, remove. Own members only, so `__proto__` is ordinary data. */
import { isObject } from "../../json/parse-json.js";
import { fromPointer } from "../../json/pointer.js";
import type { JsonObject } from "./types.js";

export { isObject };

/** The value at `pointer`, or undefined. */
export function valueAt(root: unknown, pointer: string): unknown {
  let here = root;
  for (const key of fromPointer(pointer)) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, key)) return undefined;
    here = (here as JsonObject)[key];
  }
  return here;
}

/** Writes into `root` itself, making the objects on the way. */
export function putAt(root: JsonObject, pointer: string, value: unknown): void {
  const path = fromPointer(pointer);
  const last = path.pop();
  if (last === undefined) throw new Error("putAt needs a pointer to a member");
  let here: JsonObject = root;
  for (const key of path) {
    const next = Object.hasOwn(here, key) ? here[key] : undefined;
    if (typeof next === "object" && next !== null) here = next as JsonObject;
    else {
      const made: JsonObject = {};
      define(here, key, made);
      here = made;
    }
  }
  define(here, last, value);
}

/** Removes the member from `root` itself; objects that become empty by it stay. */
export function removeAt(root: JsonObject, pointer: string): void {
  const path = fromPointer(pointer);
  const last = path.pop();
  if (last === undefined) return;
  let parent: unknown = root;
  for (const key of path) {
    if (typeof parent !== "object" || parent === null || !Object.hasOwn(parent, key)) return;
    parent = (parent as JsonObject)[key];
  }
  if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else if (isObject(parent)) delete parent[last];
}

export function copy<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copy) as T;
  const out: JsonObject = {};
  for (const key of Object.keys(value)) {
    const member = (value as JsonObject)[key];
    const own = typeof member === "object" ? copy(member) : member;
    if (key === "__proto__") define(out, key, own);
    else out[key] = own;
  }
  return out as T;
}

/** The members that are not undefined. */
export function defined(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

/** Equal as JSON: types count (1 is not "1"), the order of members does not. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  );
}

function define(object: JsonObject, key: string, value: unknown): void {
  if (Array.isArray(object)) object[Number(key)] = value;
  else if (key === "__proto__")
    Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
  else object[key] = value;
}

/**
 * A received value as text, for look-ups and comparisons. An object is a fixed text, because its own `toString` may be no
 * function.
 */
export function asText(value: unknown): string {
  return typeof value === "object" && value !== null ? "[object]" : String(value);
}

/** The value if it is a non-empty text. */
export function nonEmptyText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The first of these members that can be read, of the first object that has one. */
export function firstOf<T>(
  objects: readonly JsonObject[],
  names: readonly string[],
  read: (value: unknown) => T | undefined,
): T | undefined {
  const values = objects.flatMap((one) => names.map((name) => read(one[name])));
  return values.find((value) => value !== undefined);
}

/** The first non-empty text among these members. */
export function textAt(object: JsonObject, names: readonly string[]): string | undefined {
  return firstOf([object], names, nonEmptyText);
}

/** Removes placeholder members of a message: an empty text or 0 as an id, an empty token, empty counts. */
export function withoutBlanks(message: JsonObject): JsonObject {
  const kept = Object.entries(message)
    .filter(([key, value]) => !isBlank(key, value))
    .map(([key, value]) => [key, isObject(value) ? withoutBlanks(value) : value]);
  return Object.fromEntries(kept);
}

function isBlank(key: string, value: unknown): boolean {
  if (key === "auth_token") return value === "";
  if (key === "your_standings") return isObject(value) && Object.keys(value).length === 0;
  return key.endsWith("_id") && (value === "" || value === 0);
}
