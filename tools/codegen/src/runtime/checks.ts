import type { RawFault, Validator } from "./validator.js";
import { hasAtLeast, hasAtMost, isAnInteger, isAnObject } from "./values.js";

/**
 * The check of one schema: the faults of a value, or null if it fits.
 * @param seen receives the members and items that the schema describes, for `unevaluated`.
 */
export type Check = (data: unknown, seen?: Seen) => Faults;
type Faults = RawFault[] | null;
type Seen = Set<string | number>;

/**
 * The check of a named schema. Its parts are made when it is first used, so that schemas can contain each other; data that is
 * nested too deeply for the stack is refused.
 */
export function schema(parts: () => readonly Check[]): Check {
  let check: Check | undefined;
  return (data, seen) => {
    try {
      check ??= all(...parts());
      return check(data, seen);
    } catch (error) {
      if (error instanceof RangeError) return fault("nesting", null);
      throw error;
    }
  };
}

/** Makes the validator of whole messages from a check. */
export function validatorOf<T>(check: Check): Validator<T> {
  const validate: Validator<T> = (data): data is T => {
    validate.errors = check(data);
    return validate.errors === null;
  };
  return validate;
}

/** Every check: `allOf`, and the keywords of one schema. */
export function all(...checks: readonly Check[]): Check {
  return (data, seen) => {
    let found: Faults = null;
    for (const check of checks) found = joined(found, check(data, seen));
    return found;
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
  return (data) => {
    for (const is of tests) if (is(data)) return null;
    return fault("type", expected);
  };
}

/** `const` with a plain value. */
export function constant(value: unknown): Check {
  return (data) => (data === value ? null : fault("const", value));
}

/** `enum` with plain values. */
export function member(...values: readonly unknown[]): Check {
  return (data) => (values.includes(data) ? null : fault("enum", values));
}

/** `enum` and `const` with objects or lists among the values. */
export function equal(keyword: "enum" | "const", ...values: readonly unknown[]): Check {
  const texts = values.map(canonical);
  return (data) =>
    texts.includes(canonical(data)) ? null : fault(keyword, keyword === "enum" ? values : values[0]);
}

export function pattern(text: string): Check {
  const expression = new RegExp(text, "u");
  return (data) => (!isText(data) || expression.test(data) ? null : fault("pattern", expression.source));
}

/** The check of a keyword with a limit, for values of one kind. */
function limited<T>(
  keyword: string,
  is: (data: unknown) => data is T,
  fits: (limit: number, data: T) => boolean,
): (limit: number) => Check {
  return (limit) => (data) => (!is(data) || fits(limit, data) ? null : fault(keyword, limit));
}

export const minLength = /* @__PURE__ */ limited("minLength", isText, hasAtLeast);
export const maxLength = /* @__PURE__ */ limited("maxLength", isText, hasAtMost);
export const minimum = /* @__PURE__ */ limited("minimum", isNumber, (limit, data) => data >= limit);
export const maximum = /* @__PURE__ */ limited("maximum", isNumber, (limit, data) => data <= limit);
export const exclusiveMinimum = /* @__PURE__ */ limited(
  "exclusiveMinimum",
  isNumber,
  (limit, data) => data > limit,
);
export const exclusiveMaximum = /* @__PURE__ */ limited(
  "exclusiveMaximum",
  isNumber,
  (limit, data) => data < limit,
);
export const multipleOf = /* @__PURE__ */ limited("multipleOf", isNumber, (step, data) =>
  Number.isInteger(data / step),
);
export const minProperties = /* @__PURE__ */ limited(
  "minProperties",
  isAnObject,
  (limit, data) => sizeOf(data) >= limit,
);
export const maxProperties = /* @__PURE__ */ limited(
  "maxProperties",
  isAnObject,
  (limit, data) => sizeOf(data) <= limit,
);
export const minItems = /* @__PURE__ */ limited("minItems", isList, (limit, data) => data.length >= limit);
export const maxItems = /* @__PURE__ */ limited("maxItems", isList, (limit, data) => data.length <= limit);

/** The members of an object in the order of the schema, and which of them are required. */
export function properties(fields: Readonly<Record<string, Check>>, required: readonly string[] = []): Check {
  const entries = Object.entries(fields);
  return (data, seen) => {
    let found: Faults = null;
    if (!isAnObject(data)) return found;
    for (const [name, check] of entries) {
      const value = memberOf(data, name);
      if (value !== undefined) {
        seen?.add(name);
        found = joined(found, within(name, check(value)));
      } else if (required.includes(name)) found = joined(found, fault("required", name));
    }
    return found;
  };
}

/** Required members that the same schema does not describe. */
export function required(...names: readonly string[]): Check {
  return (data) => (isAnObject(data) ? missing("required", names, data) : null);
}

export function dependentRequired(needs: Readonly<Record<string, readonly string[]>>): Check {
  const entries = Object.entries(needs);
  return eachEntry(entries, (names, data) => missing("dependentRequired", names, data));
}

export function dependentSchemas(needs: Readonly<Record<string, Check>>): Check {
  const entries = Object.entries(needs);
  return eachEntry(entries, (check, data, seen) => check(data, seen));
}

/** For each of the names that an object has. */
function eachEntry<T>(
  entries: readonly (readonly [string, T])[],
  check: (entry: T, data: object, seen: Seen | undefined) => Faults,
): Check {
  return (data, seen) => {
    let found: Faults = null;
    if (!isAnObject(data)) return found;
    for (const [name, entry] of entries) {
      if (memberOf(data, name) !== undefined) found = joined(found, check(entry, data, seen));
    }
    return found;
  };
}

/** `patternProperties`: the check of each expression, for the members whose names match it. */
export function patternProperties(parts: Readonly<Record<string, Check>>): Check {
  const rules = Object.entries(parts).map(([text, check]) => [new RegExp(text, "u"), check] as const);
  return eachMember((name, value, seen) => {
    let found: Faults = null;
    for (const [expression, check] of rules) {
      if (!expression.test(name)) continue;
      seen?.add(name);
      found = joined(found, within(name, check(value)));
    }
    return found;
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
  return eachMember((name, value, seen) => {
    if (known.has(name) || expressions.some((expression) => expression.test(name))) return null;
    seen?.add(name);
    return check === false ? fault("additionalProperties", name) : within(name, check(value));
  });
}

export function propertyNames(check: Check): Check {
  return eachMember((name) => (check(name) === null ? null : fault("propertyNames", name)));
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
  return (data, seen) => {
    let found: Faults = null;
    if (!isList(data)) return found;
    for (const [index, item] of data.entries()) {
      const check = checkOf(index);
      if (check === undefined) continue;
      seen?.add(index);
      found = joined(found, within(index, check(item)));
    }
    return found;
  };
}

/** Compares canonical texts, so that the time for a long list of a peer grows with its length only. */
export function uniqueItems(): Check {
  return (data) =>
    !isList(data) || new Set(data.map(canonical)).size === data.length ? null : fault("uniqueItems", true);
}

export function contains(check: Check, least = 1, most = Number.POSITIVE_INFINITY): Check {
  return (data, seen) => {
    if (!isList(data)) return null;
    let count = 0;
    data.forEach((item, index) => {
      if (check(item) !== null) return;
      count++;
      seen?.add(index);
    });
    return count >= least && count <= most ? null : fault("contains", least);
  };
}

export function anyOf(...checks: readonly Check[]): Check {
  return (data, seen) => (fitting(checks, data, seen) > 0 ? null : fault("anyOf", null));
}

export function oneOf(...checks: readonly Check[]): Check {
  return (data, seen) => (fitting(checks, data, seen) === 1 ? null : fault("oneOf", null));
}

export function not(check: Check): Check {
  return (data) => (check(data) !== null ? null : fault("not", null));
}

/** `if`, `then` and `else`. */
export function conditional(condition: Check, then: Check | null, otherwise: Check | null): Check {
  return (data, seen) => {
    const chosen = fitting([condition], data, seen) > 0 ? then : otherwise;
    return chosen === null ? null : chosen(data, seen);
  };
}

/** All checks of a schema, and then the checks of what none of them describes. */
export function unevaluated(checks: readonly Check[], members: Check | null, rest: Check | null): Check {
  const check = all(...checks);
  return (data, seen) => {
    const own: Seen = new Set();
    let found = check(data, own);
    const [keyword, other] = isList(data)
      ? (["unevaluatedItems", rest] as const)
      : (["unevaluatedProperties", members] as const);
    if (other !== null && typeof data === "object" && data !== null) {
      for (const [key, value] of Object.entries(data)) {
        const place = isList(data) ? Number(key) : key;
        if (own.has(place)) continue;
        own.add(place);
        if (other(value) !== null) found = joined(found, fault(keyword, place));
      }
    }
    if (seen !== undefined) for (const place of own) seen.add(place);
    return found;
  };
}

/** The number of checks that a value passes; only these have seen its members. */
function fitting(checks: readonly Check[], data: unknown, seen: Seen | undefined): number {
  let count = 0;
  for (const check of checks) {
    const own: Seen | undefined = seen && new Set();
    if (check(data, own) !== null) continue;
    count++;
    if (own !== undefined) for (const place of own) seen?.add(place);
  }
  return count;
}

function eachMember(check: (name: string, value: unknown, seen: Seen | undefined) => Faults): Check {
  return (data, seen) => {
    let found: Faults = null;
    if (isAnObject(data)) {
      for (const name of Object.keys(data)) found = joined(found, check(name, memberOf(data, name), seen));
    }
    return found;
  };
}

function missing(keyword: string, names: readonly string[], data: object): Faults {
  let found: Faults = null;
  for (const name of names) {
    if (memberOf(data, name) === undefined) found = joined(found, fault(keyword, name));
  }
  return found;
}

function fault(keyword: string, expected: unknown): RawFault[] {
  return [{ instancePath: "", keyword, expected }];
}

function joined(before: Faults, more: Faults): Faults {
  if (before === null || more === null) return before ?? more;
  for (const each of more) before.push(each);
  return before;
}

/** The faults of a part, with pointers from the whole. */
function within(key: string | number, faults: Faults): Faults {
  if (faults === null) return null;
  const step = `/${String(key).replace(/~/g, "~0").replace(/\//g, "~1")}`;
  for (const each of faults) each.instancePath = step + each.instancePath;
  return faults;
}

/** An own member; an inherited one, such as `constructor`, is none. */
function memberOf(data: object, name: string): unknown {
  return Object.hasOwn(data, name) ? (data as Readonly<Record<string, unknown>>)[name] : undefined;
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

function sizeOf(data: object): number {
  return Object.keys(data).length;
}

/** Equal JSON values have equal texts. JSON.stringify would write null for Infinity, which JSON.parse makes of 1e400. */
function canonical(data: unknown): string {
  if (isList(data)) return `[${data.map(canonical).join()}]`;
  if (!isAnObject(data)) return typeof data === "string" ? JSON.stringify(data) : String(data);
  const members = Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${canonical(value)}`).join()}}`;
}
