import { isList, isObject, type Json } from "../json.js";

/** Appends a reference token to a JSON Pointer (RFC 6901). */
export function childPointer(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The reference tokens of a JSON Pointer, decoded: "/a/0" is ["a", "0"]. */
function referenceTokens(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The value at a pointer, or undefined. */
export function valueAt(root: Json, pointer: string): Json | undefined {
  let value: Json | undefined = root;
  for (const key of referenceTokens(pointer)) {
    if (isList(value)) value = value[Number(key)];
    else if (isObject(value) && Object.hasOwn(value, key)) value = value[key];
    else return undefined;
  }
  return value;
}
