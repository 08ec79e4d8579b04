import { patternDescriptions } from "./pattern-descriptions.js";
import { mostSimilar, simplify } from "./similar.js";
import type { RawFault } from "./validator.js";
import { childPointer, referenceTokens, valueAt } from "./values.js";

/** One fault of a message, for the developer of its sender. */
export interface Violation {
  /** JSON Pointer of the faulty value or of the missing field. */
  pointer: string;
  /** The JSON Schema keyword that was broken. */
  keyword: string;
  /** The expected value: `"even", "odd"`. */
  expected: string;
  /** The received value, shortened; never a token. */
  received: string;
  /** The violation in one or two sentences. */
  message: string;
  /** The likely cause: `Did you mean "even"?` */
  hint?: string;
}

/** The maximum number of violations in a report, which are the first ones. */
const MOST_VIOLATIONS = 20;
const LONGEST_POINTER = 200;
/** The longest part of a peer's value that is shown, in characters. */
const LONGEST_VALUE = 60;

/**
 * Describes a validator's faults: the most specific one for each pointer, at most 20.
 * @param faults the `errors` of the validator.
 * @param data the validated data.
 */
export function explain(faults: readonly RawFault[] | null | undefined, data: unknown): Violation[] {
  const chosen = new Map<string, RawFault>();
  for (const fault of withoutBranches(faults ?? [])) {
    const pointer = placeOf(fault);
    const before = chosen.get(pointer);
    if (before === undefined && chosen.size === MOST_VIOLATIONS) break;
    if (before === undefined || weight(fault) > weight(before)) chosen.set(pointer, fault);
  }
  return [...chosen].map(([pointer, fault]) => violation(pointer, fault, faults ?? [], data));
}

/** The pointer of a fault. Validators report a missing or an unknown field at its parent; here it is at the field. */
export function placeOf({ instancePath, keyword, expected }: RawFault): string {
  const isAbout = keyword === "required" || keyword === "additionalProperties";
  return isAbout ? childPointer(instancePath, String(expected)) : instancePath;
}

function violation(pointer: string, fault: RawFault, all: readonly RawFault[], data: unknown): Violation {
  const { keyword } = fault;
  const isSecret = /\/auth_token$/.test(pointer);
  const tokens = referenceTokens(pointer);
  const value = valueAt(data, tokens);
  const place = pointer === "" ? "The message" : shorten(pointer, LONGEST_POINTER);
  const expected = expectation(fault, pointer, all);
  const received = isSecret && value !== undefined ? "(hidden)" : preview(value);
  const hint = isSecret ? undefined : HINTS[keyword]?.(fault.expected, value, data, tokens);
  const kind = isSecret || keyword !== "type" || value === null ? "" : ` (${kindOf(value)})`;
  const message = `${place} ${sentence(keyword, received + kind, expected)}`;
  const said = { pointer: shorten(pointer, LONGEST_POINTER), keyword, expected, received };
  return hint === undefined ? { ...said, message } : { ...said, message: `${message} ${hint}`, hint };
}

function sentence(keyword: string, received: string, expected: string): string {
  if (keyword === "required") return `is missing; expected ${expected}.`;
  if (keyword === "additionalProperties") return `is not a known field; expected ${expected}.`;
  return `is ${received}; ${keyword === "enum" ? "allowed:" : "expected"} ${expected}.`;
}

/** Of two faults at one place, the one with the greater weight is more specific. */
function weight({ keyword }: RawFault): number {
  if (keyword === "required" || keyword === "type") return 3;
  return keyword === "const" || keyword === "enum" ? 2 : 1;
}

/** Leaves out the faults of single alternatives if no alternative of a `oneOf` matches. */
function withoutBranches(faults: readonly RawFault[]): readonly RawFault[] {
  const unions = faults.filter(({ keyword }) => keyword === "oneOf").map((fault) => fault.instancePath);
  const isInside = ({ instancePath: at }: RawFault) =>
    unions.some((union) => at === union || at.startsWith(`${union}/`));
  return faults.filter((fault) => fault.keyword === "oneOf" || !isInside(fault));
}

/** A wrong type is described together with the values that are allowed at the same place. */
function expectation({ keyword, expected }: RawFault, pointer: string, all: readonly RawFault[]): string {
  const isValue = (fault: RawFault) => fault.keyword === "enum" || fault.keyword === "const";
  const allowed = all.find((fault) => fault.instancePath === pointer && isValue(fault));
  if (keyword === "type" && allowed !== undefined) return expectation(allowed, pointer, all);
  return EXPECTED[keyword]?.(expected) ?? `what ${keyword} demands`;
}

const EXPECTED: Readonly<Record<string, (expected: unknown) => string>> = {
  type: (types) => list(types, (type) => KINDS[String(type)] ?? String(type), " or "),
  required: () => "a value",
  additionalProperties: () => "no such field",
  const: (value) => JSON.stringify(value),
  enum: (values) => list(values, (value) => JSON.stringify(value), ", "),
  minLength: (limit) => (limit === 1 ? "some text" : `at least ${limit} characters`),
  maxLength: (limit) => `at most ${limit} characters`,
  minItems: (limit) => `at least ${entries(limit)}`,
  maxItems: (limit) => `at most ${entries(limit)}`,
  minimum: (limit) => `${limit} or more`,
  maximum: (limit) => `${limit} or less`,
  pattern: (text) => patternDescriptions[String(text)] ?? `text that matches ${shorten(String(text), 160)}`,
  oneOf: () => "exactly one of its forms",
};

const KINDS: Readonly<Record<string, string>> = {
  string: "a string",
  integer: "an integer",
  number: "a number",
  boolean: "true or false",
  object: "an object",
  array: "a list",
  null: "null",
};

function list(values: unknown, word: (value: unknown) => string, separator: string): string {
  return (Array.isArray(values) ? values : [values]).map(word).join(separator);
}

function entries(count: unknown): string {
  return `${count} ${count === 1 ? "entry" : "entries"}`;
}

type Hint = (
  expected: unknown,
  value: unknown,
  data: unknown,
  tokens: readonly string[],
) => string | undefined;

/** The likely intention of the sender, by keyword. */
const HINTS: Readonly<Record<string, Hint>> = {
  required: (name, _, data, tokens) => misspelt(String(name), valueAt(data, tokens.slice(0, -1))),
  enum: (members, value) => nearMember(value, members),
  const: (member, value) => nearMember(value, [member]),
  type: (type, value) =>
    typeof value === "string" ? quoted(Array.isArray(type) ? type : [type], value) : undefined,
  pattern: (_, value) =>
    typeof value === "string" && LOCAL_TIME.test(value) ? "Give the time in UTC, ending in Z." : undefined,
};

/** The field may have a misspelt name. */
function misspelt(name: string, parent: unknown): string | undefined {
  if (typeof parent !== "object" || parent === null) return undefined;
  // Siblings such as player_A_id and player_B_id differ in one letter, so only one missing or additional letter counts as a misspelling.
  const plain = simplify(name);
  const isNear = (key: string) =>
    simplify(key) === plain || Math.abs(simplify(key).length - plain.length) === 1;
  const found = mostSimilar(name, Object.keys(parent).slice(0, 100).filter(isNear), 1);
  return found === undefined ? undefined : `There is ${preview(found)}: did you mean "${name}"?`;
}

function nearMember(value: unknown, members: unknown): string | undefined {
  if (typeof value !== "string" || !Array.isArray(members)) return undefined;
  const texts = members.filter((member) => typeof member === "string");
  const found = mostSimilar(value, texts);
  return found === undefined ? undefined : `Did you mean ${JSON.stringify(found)}?`;
}

function quoted(types: readonly unknown[], value: string): string | undefined {
  const wantsNumber = types.includes("integer") || types.includes("number");
  if (wantsNumber && /^-?\d+(\.\d+)?$/.test(value)) return "Write the number without quotes.";
  const isFlag = types.includes("boolean") && /^(true|false)$/i.test(value);
  return isFlag ? "Write true or false without quotes." : undefined;
}

/** A time with an offset or without a zone, although the pattern requires UTC. */
const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?([+-]\d{2}:?\d{2})?$/;

/** A short description of a value: at most 60 characters of it, and never the content of an object or list. */
function preview(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "string") return JSON.stringify(shorten(value, LONGEST_VALUE - 2));
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : `a list of ${value.length}`;
  if (typeof value !== "object" || value === null) return shorten(String(value), LONGEST_VALUE);
  const count = Object.keys(value).length;
  return count === 0 ? "an empty object" : `an object with ${count} ${count === 1 ? "field" : "fields"}`;
}

/** The text, cut at a number of characters and marked if it was cut. */
function shorten(text: string, limit: number): string {
  const head = text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
  // A single surrogate is not valid in UTF-8.
  return head.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");
}

/** The kind of a value, with its article: "a string", "null". */
function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  const kind = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  return kind === "boolean" ? "a boolean" : (KINDS[kind] ?? `a ${kind}`);
}
