import { isList, isObject, type Json, type JsonObject } from "../json.js";

/** Annotations of JSON Schema 2020-12, which foreign documents may use; they are dropped. */
const SILENT = new Set([
  "format",
  "$schema",
  "$comment",
  "readOnly",
  "writeOnly",
  "contentMediaType",
  "contentEncoding",
  "example",
]);

/**
 * Converts a foreign schema to the subset: implied keywords are written out. Properties imply an object,
 * items a list, and an enum is closed by default. Other keywords outside of the subset stay, and the lint refuses them.
 */
export function withoutAnnotations(schema: JsonObject): JsonObject {
  const out: Record<string, Json> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (!SILENT.has(key)) out[key] = inner(key, value);
  }
  if (!("type" in out) && !("$ref" in out) && !("oneOf" in out)) {
    const type = impliedType(out);
    if (type !== undefined) out.type = type;
  }
  if (isList(out.enum) && !("x-open" in out)) out["x-open"] = false;
  return out;
}

function inner(key: string, value: Json): Json {
  if ((key === "items" || key === "additionalProperties") && isObject(value))
    return withoutAnnotations(value);
  if ((key === "allOf" || key === "oneOf") && isList(value)) {
    return value.map((part) => (isObject(part) && !("$ref" in part) ? withoutAnnotations(part) : part));
  }
  if (key === "properties" && isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, isObject(part) ? withoutAnnotations(part) : part]),
    );
  }
  return value;
}

function impliedType(schema: JsonObject): string | undefined {
  if ("properties" in schema || "required" in schema || "allOf" in schema) return "object";
  if ("items" in schema) return "array";
  const values = "const" in schema ? [schema.const] : schema.enum;
  if (!isList(values)) return undefined;
  const [type, ...others] = new Set(
    values.map((value) => (Number.isInteger(value) ? "integer" : typeof value)),
  );
  return others.length === 0 ? type : undefined;
}
