import { posix } from "node:path";
import { isList, isObject, type Json, type JsonObject } from "../json.js";
import { childPointer } from "./pointer.js";

/** The parts of a `$ref`: relative path, then `#/Name` for a file with several schemas. */
export interface Target {
  readonly file: string;
  /** "" for the file's only schema. */
  readonly fragment: string;
}

/** Reads `../ids.yaml#/MatchId`, written in `from`. */
export function target(from: string, ref: string): Target {
  const hash = ref.indexOf("#");
  const path = hash === -1 ? ref : ref.slice(0, hash);
  const fragment = hash === -1 ? "" : ref.slice(hash + 1);
  return { file: path === "" ? from : posix.normalize(posix.join(posix.dirname(from), path)), fragment };
}

/** Members of a schema with examples and other data, in which `$ref` is an ordinary key. */
const DATA = new Set(["const", "enum", "examples", "default", "x-near-misses"]);

/** Visits every `$ref` of a schema, with its pointer. */
export function eachRef(schema: Json, pointer: string, visit: (ref: string, pointer: string) => void): void {
  if (isList(schema)) {
    schema.forEach((item, i) => {
      eachRef(item, childPointer(pointer, i), visit);
    });
  }
  if (!isObject(schema)) return;
  for (const [key, value] of Object.entries(schema)) {
    if (key === "$ref" && typeof value === "string") visit(value, childPointer(pointer, key));
    else if (!DATA.has(key)) eachRef(value, childPointer(pointer, key), visit);
  }
}

/** A copy of a schema with every `$ref` replaced by the result of `name`. */
export function renameRefs(schema: JsonObject, name: (ref: string) => string): JsonObject {
  const rename = (value: Json): Json => {
    if (isList(value)) return value.map(rename);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => {
        if (key === "$ref" && typeof member === "string") return [key, name(member)];
        return [key, DATA.has(key) ? member : rename(member)];
      }),
    );
  };
  return rename(schema) as JsonObject;
}
