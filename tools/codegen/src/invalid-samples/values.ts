import { isList, type Json } from "../json.js";
import { isNullable, mainTypes, type Schema } from "../schema/schema.js";
import { nearTexts } from "./texts.js";

/**
 * Values of which each breaks one constraint of a schema.
 * @param value a valid one, which is changed; some faults cannot be made without it.
 */
export function valueFaults(schema: Schema, value: Json | undefined, pointer: string): Candidate[] {
  const found: Candidate[] = [];
  const put = (what: string, set: Json) => found.push({ pointer, what, set });
  const types = mainTypes(schema);
  if (types.length > 0) {
    const [what, other] = types.includes("string")
      ? (["a number", 42] as const)
      : (["text", "text"] as const);
    put(what, other);
    if (types[0] === "object") put("a list", []);
    if (types[0] === "array") put("an object", {});
    if (types[0] === "integer") put("not whole", 1.5);
    if (!isNullable(schema)) put("null", null);
  }
  constants(schema, put);
  bounds(schema, value, put);
  if (typeof value === "string" && schema.pattern !== undefined) {
    for (const { what, text } of nearTexts(value, new RegExp(schema.pattern, "u"))) put(what, text);
  }
  return found;
}

type Put = (what: string, set: Json) => void;

function constants(schema: Schema, put: Put): void {
  const members =
    schema.const !== undefined ? [schema.const] : schema["x-open"] === true ? [] : (schema.enum ?? []);
  for (const member of members.slice(0, 1)) {
    if (typeof member === "boolean") put(String(!member), !member);
    if (typeof member === "number") put(String(member + 1), member + 1);
  }
  const text = members.find((member) => typeof member === "string");
  if (text === undefined) return;
  const otherCase = text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
  if (otherCase !== text) put("in the wrong case", otherCase);
  put("nearly right", `${text}X`);
  put("empty", "");
}

function bounds(schema: Schema, value: Json | undefined, put: Put): void {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  if (minimum !== undefined) put(`below ${minimum}`, minimum - 1);
  if (maximum !== undefined) put(`above ${maximum}`, maximum + 1);
  if (minLength === 1) put("empty", "");
  if (typeof value === "string") {
    if (minLength !== undefined && minLength > 1) put("too short", value.slice(0, minLength - 1));
    if (maxLength !== undefined) put("too long", value.padEnd(maxLength + 1, value.at(-1) ?? "x"));
  }
  if (isList(value) && value.length > 0) {
    if (minItems !== undefined && minItems > 0)
      put(minItems === 1 ? "an empty list" : "too short a list", value.slice(0, minItems - 1));
    if (maxItems !== undefined && maxItems < 100) {
      put(
        "too long a list",
        Array.from({ length: maxItems + 1 }, (_, i) => value[i % value.length] ?? null),
      );
    }
  }
}

/** A change of one place of a message: to a value, or without one the field is taken away. Its keyword is the result of a trial. */
export interface Candidate {
  readonly pointer: string;
  /** What the place then is: "too long". */
  readonly what: string;
  readonly set?: Json;
}
