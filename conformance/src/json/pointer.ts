/** JSON Pointers (RFC 6901) on plain data: read, write, remove. Own members only, so `__proto__` is data like any other. */
import type { JsonObject } from "./scan.js";

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parsePointer(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The value at `pointer`, or undefined. */
export function valueAt(root: unknown, pointer: string): unknown {
  let here = root;
  for (const key of parsePointer(pointer)) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, key)) return undefined;
    here = (here as JsonObject)[key];
  }
  return here;
}

/** Writes into `root` itself, making the objects on the way. */
export function putAt(root: JsonObject, pointer: string, value: unknown): void {
  const path = parsePointer(pointer);
  const last = path.pop();
  if (last === undefined) throw new Error("putAt needs a pointer to a member");
  let here: JsonObject = root;
  for (const key of path) {
    const next = Object.hasOwn(here, key) ? here[key] : undefined;
    if (typeof next === "object" && next !== null) here = next as JsonObject;
    else here = define(here, key, {}) as JsonObject;
  }
  define(here, last, value);
}

/** Removes the member from `root` itself; objects that become empty by it stay. */
export function removeAt(root: JsonObject, pointer: string): void {
  const path = parsePointer(pointer);
  const last = path.pop();
  if (last === undefined) return;
  const parent = path.reduce<unknown>(
    (here, key) =>
      typeof here === "object" && here !== null && Object.hasOwn(here, key)
        ? (here as JsonObject)[key]
        : undefined,
    root,
  );
  if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else if (isObject(parent)) delete parent[last];
}

export function copy<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copy) as T;
  const out: JsonObject = {};
  for (const [key, member] of Object.entries(value)) define(out, key, copy(member));
  return out as T;
}

/** Equal as JSON: types count (1 is not "1"), the order of members does not. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, i) => sameJson(item, b[i]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  );
}

function define(object: JsonObject, key: string, value: unknown): unknown {
  if (Array.isArray(object)) object[Number(key)] = value;
  else if (key === "__proto__")
    Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
  else object[key] = value;
  return value;
}
