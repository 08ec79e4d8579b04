import type { RawFault, Validator } from "./validator.js";
import { hasAtLeast, hasAtMost, isAnInteger, isAnObject } from "./values.js";

/**
 * The check of one schema.
 * @param found receives the faults of the value; none if it fits.
 * @param seen receives the members and items that the schema describes, for `unevaluated`.
 */
export type Check = (data: unknown, found: RawFault[], seen?: Seen) => void;
type Seen = Set<string | number>;

/**
 * The check of a named schema. Its parts are made when it is first used, so that schemas can contain each other; data that is
 * nested too deeply for the stack is refused.
 */
export function schema(parts: () => readonly Check[]): Check {
  let check: Check | undefined;
  return (data, found, seen) => {
    const before = found.length;
    try {
      check ??= all(...parts());
      check(data, found, seen);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      found.length = before;
      add(found, "nesting", null);
    }
  };
}

/** Makes the validator of whole messages from a check. */
export function validatorOf<T>(check: Check): Validator<T> {
  const validate: Validator<T> = (data): data is T => {
    const found: RawFault[] = [];
    check(data, found);
    validate.errors = found.length === 0 ? null : found;
    return found.length === 0;
  };
  return validate;
}

/** Every check: `allOf`, and the keywords of one schema. */
export function all(...checks: readonly Check[]): Check {
  return (data, found, seen) => {
    for (const check of checks) check(data, found, seen);
  };
}

const KINDS = {
  string: isText,
  integer: isAnInteger,
  number: isNumber,
  boolean: (data: unknown) => typeof data === "boolean",
  null: (data: unknown) => data === null,
  object: isAnObject,
  array: isList,
} as const;

export function types(...kinds: readonly (keyof typeof KINDS)[]): Check {
  const expected = kinds.length > 1 ? kinds : kinds[0];
  const tests = kinds.map((kind) => KINDS[kind]);
  // A function that is made at each call, as for `some`, costs as much as the check.
  return (data, found) => {
    for (const is of tests) if (is(data)) return;
    add(found, "type", expected);
  };
}

/** The check that all values of one kind pass a test. */
function tested<T>(
  keyword: string,
  expected: unknown,
  is: (data: unknown) => data is T,
  fits: (data: T) => boolean,
): Check {
  return (data, found) => {
    if (is(data) && !fits(data)) add(found, keyword, expected);
  };
}

/** `const` with a plain value. */
export function constant(value: unknown): Check {
  return tested("const", value, isAnything, (data) => data === value);
}

/** `enum` with plain values. */
export function member(...values: readonly unknown[]): Check {
  return tested("enum", values, isAnything, (data) => values.includes(data));
}

/** `enum` and `const` with objects or lists among the values. */
export function equal(keyword: "enum" | "const", ...values: readonly unknown[]): Check {
  const texts = values.map(canonical);
  const expected = keyword === "enum" ? values : values[0];
  return tested(keyword, expected, isAnything, (data) => texts.includes(canonical(data)));
}

export function pattern(text: string): Check {
  const expression = new RegExp(text, "u");
  return tested("pattern", text, isText, (data) => expression.test(data));
}

/** Keywords with a limit, for values of one kind. */
function limited<T>(is: (data: unknown) => data is T) {
  return (keyword: string, fits: (limit: number, data: T) => boolean) =>
    (limit: number): Check =>
      tested(keyword, limit, is, (data) => fits(limit, data));
}

const ofText = /* @__PURE__ */ limited(isText);
export const minLength = /* @__PURE__ */ ofText("minLength", hasAtLeast);
export const maxLength = /* @__PURE__ */ ofText("maxLength", hasAtMost);
const ofNumber = /* @__PURE__ */ limited(isNumber);
export const minimum = /* @__PURE__ */ ofNumber("minimum", (limit, n) => n >= limit);
export const maximum = /* @__PURE__ */ ofNumber("maximum", (limit, n) => n <= limit);
export const exclusiveMinimum = /* @__PURE__ */ ofNumber("exclusiveMinimum", (limit, n) => n > limit);
export const exclusiveMaximum = /* @__PURE__ */ ofNumber("exclusiveMaximum", (limit, n) => n < limit);
export const multipleOf = /* @__PURE__ */ ofNumber("multipleOf", (step, n) => Number.isInteger(n / step));
const ofObject = /* @__PURE__ */ limited(isAnObject);
export const minProperties = /* @__PURE__ */ ofObject("minProperties", (limit, data) => size(data) >= limit);
export const maxProperties = /* @__PURE__ */ ofObject("maxProperties", (limit, data) => size(data) <= limit);
const ofList = /* @__PURE__ */ limited(isList);
export const minItems = /* @__PURE__ */ ofList("minItems", (limit, { length }) => length >= limit);
export const maxItems = /* @__PURE__ */ ofList("maxItems", (limit, { length }) => length <= limit);

/** The members of an object in the order of the schema, and which of them are required. */
export function properties(fields: Readonly<Record<string, Check>>, required: readonly string[] = []): Check {
  const entries = Object.entries(fields);
  return (data, found, seen) => {
    if (!isAnObject(data)) return;
    for (const [name, check] of entries) {
      const value = memberOf(data, name);
      if (value !== undefined) {
        seen?.add(name);
        within(name, check, value, found);
      } else if (required.includes(name)) add(found, "required", name);
    }
  };
}

/** Required members that the same schema does not describe. */
export function required(...names: readonly string[]): Check {
  return (data, found) => missing("required", names, data, found);
}

export function dependentRequired(needs: Readonly<Record<string, readonly string[]>>): Check {
  const entries = Object.entries(needs);
  return (data, found) => {
    for (const names of present(entries, data)) missing("dependentRequired", names, data, found);
  };
}

export function dependentSchemas(needs: Readonly<Record<string, Check>>): Check {
  const entries = Object.entries(needs);
  return (data, found, seen) => {
    for (const check of present(entries, data)) check(data, found, seen);
  };
}

/** `patternProperties`: the check of each expression, for the members whose names match it. */
export function patternProperties(parts: Readonly<Record<string, Check>>): Check {
  const rules = Object.entries(parts).map(([text, check]) => [new RegExp(text, "u"), check] as const);
  return eachMember((name, value, found, seen) => {
    for (const [expression, check] of rules) {
      if (!expression.test(name)) continue;
      seen?.add(name);
      within(name, check, value, found);
    }
  });
}

/** `additionalProperties`: the members that have none of the names and match none of the expressions. */
export function additionalProperties(
  check: Check | false,
  names: readonly string[],
  patterns: readonly string[] = [],
): Check {
  const known = new Set(names);
  const expressions = patterns.map((text) => new RegExp(text, "u"));
  return eachMember((name, value, found, seen) => {
    if (known.has(name) || expressions.some((expression) => expression.test(name))) return;
    seen?.add(name);
    if (check === false) add(found, "additionalProperties", name);
    else within(name, check, value, found);
  });
}

export function propertyNames(check: Check): Check {
  return eachMember((name, _, found) => {
    if (!fits(check, name)) add(found, "propertyNames", name);
  });
}

/** `items`: every item after the first ones, which `prefixItems` describes. */
export function items(check: Check, from = 0): Check {
  return eachItem((index) => (index < from ? undefined : check));
}

export function prefixItems(...checks: readonly Check[]): Check {
  return eachItem((index) => checks[index]);
}

/** @param checkOf the check of the item at an index */
function eachItem(checkOf: (index: number) => Check | undefined): Check {
  return (data, found, seen) => {
    if (!isList(data)) return;
    for (const [index, item] of data.entries()) {
      const check = checkOf(index);
      if (check === undefined) continue;
      seen?.add(index);
      within(index, check, item, found);
    }
  };
}

/** Compares canonical texts, so that the time for a long list of a peer grows with its length only. */
export function uniqueItems(): Check {
  return tested("uniqueItems", true, isList, (data) => new Set(data.map(canonical)).size === data.length);
}

export function contains(check: Check, least = 1, most = Number.POSITIVE_INFINITY): Check {
  return (data, found, seen) => {
    if (!isList(data)) return;
    const indices = [...data.keys()].filter((index) => fits(check, data[index]));
    for (const index of indices) seen?.add(index);
    if (indices.length < least || indices.length > most) add(found, "contains", least);
  };
}

export function anyOf(...checks: readonly Check[]): Check {
  return (data, found, seen) => {
    if (fitting(checks, data, seen) === 0) add(found, "anyOf", null);
  };
}

export function oneOf(...checks: readonly Check[]): Check {
  return (data, found, seen) => {
    if (fitting(checks, data, seen) !== 1) add(found, "oneOf", null);
  };
}

export function not(check: Check): Check {
  return tested("not", null, isAnything, (data) => !fits(check, data));
}

/** `if`, `then` and `else`. */
export function conditional(condition: Check, then: Check | null, otherwise: Check | null): Check {
  return (data, found, seen) => {
    const chosen = fitting([condition], data, seen) > 0 ? then : otherwise;
    chosen?.(data, found, seen);
  };
}

/** All checks of a schema, and then the checks of what none of them describes. */
export function unevaluated(checks: readonly Check[], members: Check | null, rest: Check | null): Check {
  const check = all(...checks);
  return (data, found, seen) => {
    const own: Seen = new Set();
    check(data, found, own);
    const [keyword, other] = isList(data)
      ? (["unevaluatedItems", rest] as const)
      : (["unevaluatedProperties", members] as const);
    if (other !== null && typeof data === "object" && data !== null) {
      for (const [key, value] of Object.entries(data)) {
        const place = isList(data) ? Number(key) : key;
        if (own.has(place)) continue;
        own.add(place);
        if (!fits(other, value)) add(found, keyword, place);
      }
    }
    for (const place of own) seen?.add(place);
  };
}

/** The number of checks that a value passes; only these have seen its members. */
function fitting(checks: readonly Check[], data: unknown, seen: Seen | undefined): number {
  let count = 0;
  for (const check of checks) {
    const own: Seen | undefined = seen && new Set();
    if (!fits(check, data, own)) continue;
    count++;
    for (const place of own ?? []) seen?.add(place);
  }
  return count;
}

function fits(check: Check, data: unknown, seen?: Seen): boolean {
  const found: RawFault[] = [];
  check(data, found, seen);
  return found.length === 0;
}

function eachMember(
  check: (name: string, value: unknown, found: RawFault[], seen: Seen | undefined) => void,
): Check {
  return (data, found, seen) => {
    if (!isAnObject(data)) return;
    for (const name of Object.keys(data)) check(name, memberOf(data, name), found, seen);
  };
}

/** What belongs to the names that an object has. */
function present<T>(entries: readonly (readonly [name: string, T])[], data: unknown): T[] {
  if (!isAnObject(data)) return [];
  return entries.filter(([name]) => memberOf(data, name) !== undefined).map(([, entry]) => entry);
}

function missing(keyword: string, names: readonly string[], data: unknown, found: RawFault[]): void {
  if (!isAnObject(data)) return;
  for (const name of names) if (memberOf(data, name) === undefined) add(found, keyword, name);
}

function add(found: RawFault[], keyword: string, expected: unknown): void {
  found.push({ instancePath: "", keyword, expected });
}

/** Checks a part; its faults get pointers from the whole. */
function within(key: string | number, check: Check, part: unknown, found: RawFault[]): void {
  const before = found.length;
  check(part, found);
  if (found.length === before) return;
  const step = `/${String(key).replace(/~/g, "~0").replace(/\//g, "~1")}`;
  for (const fault of found.slice(before)) fault.instancePath = step + fault.instancePath;
}

/** An own member; an inherited one, such as `constructor`, is none. */
function memberOf(data: object, name: string): unknown {
  return Object.hasOwn(data, name) ? (data as Readonly<Record<string, unknown>>)[name] : undefined;
}

function isAnything(_: unknown): _ is unknown {
  return true;
}

function isText(data: unknown): data is string {
  return typeof data === "string";
}

function isNumber(data: unknown): data is number {
  return typeof data === "number";
}

function isList(data: unknown): data is readonly unknown[] {
  return Array.isArray(data);
}

function size(data: object): number {
  return Object.keys(data).length;
}

/** Equal JSON values have equal texts. JSON.stringify would write null for Infinity, which JSON.parse makes of 1e400. */
function canonical(data: unknown): string {
  if (isList(data)) return `[${data.map(canonical).join()}]`;
  if (!isAnObject(data)) return typeof data === "string" ? JSON.stringify(data) : String(data);
  const members = Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${canonical(value)}`).join()}}`;
}
