import { patternDescriptions } from "./pattern-descriptions.js";
import { shorten } from "./preview.js";
import type { RawFault } from "./validator.js";

const KINDS: Record<string, string> = {
  string: "a string",
  integer: "an integer",
  number: "a number",
  boolean: "true or false",
  object: "an object",
  array: "a list",
  null: "null",
};

/**
 * Describes the expected value.
 * @param all the other faults of the same message: a wrong type is described together with the allowed values.
 */
export function expectation(fault: RawFault, pointer: string, all: readonly RawFault[]): string {
  const { keyword, expected } = fault;
  const limit = Number(expected);
  switch (keyword) {
    case "type":
      return allowedAt(pointer, all) ?? list(expected, (type) => KINDS[String(type)] ?? String(type), " or ");
    case "required":
      return "a value";
    case "additionalProperties":
      return "no such field";
    case "const":
      return JSON.stringify(expected);
    case "enum":
      return members(expected);
    case "minLength":
      return limit === 1 ? "some text" : `at least ${limit} characters`;
    case "maxLength":
      return `at most ${limit} characters`;
    case "minItems":
      return `at least ${count(limit, "entry", "entries")}`;
    case "maxItems":
      return `at most ${count(limit, "entry", "entries")}`;
    case "minimum":
      return `${limit} or more`;
    case "maximum":
      return `${limit} or less`;
    case "pattern":
      return described(String(expected));
    case "oneOf":
      return "exactly one of its forms";
    default:
      return `what ${keyword} demands`;
  }
}

/** The source of a RegExp has its slashes escaped, unlike the pattern of a schema. */
function described(pattern: string): string {
  return patternDescriptions[pattern.replaceAll("\\/", "/")] ?? `text that matches ${shorten(pattern, 160)}`;
}

/** The constant or the members that are required at the same place, if any. */
function allowedAt(pointer: string, all: readonly RawFault[]): string | undefined {
  const other = all.find(
    (fault) => fault.instancePath === pointer && (fault.keyword === "enum" || fault.keyword === "const"),
  );
  if (other === undefined) return undefined;
  return other.keyword === "enum" ? members(other.expected) : JSON.stringify(other.expected);
}

function members(values: unknown): string {
  return list(values, (value) => JSON.stringify(value), ", ");
}

function list(values: unknown, word: (value: unknown) => string, separator: string): string {
  return (Array.isArray(values) ? values : [values]).map(word).join(separator);
}

function count(n: number, one: string, many: string): string {
  return `${n} ${n === 1 ? one : many}`;
}
