import { expect, test } from "vitest";
import {
  additionalProperties,
  type Check,
  maxLength,
  minLength,
  properties,
  required,
  schema,
  types,
  unevaluated,
  uniqueItems,
  validatorOf,
} from "./checks.js";
import type { RawFault } from "./validator.js";

/** The faults of a value, as "pointer keyword". */
function found(check: Check, data: unknown): string[] {
  const faults: RawFault[] = [];
  check(data, faults);
  return faults.map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
}

test("names of Object.prototype are ordinary names", () => {
  const data: unknown = JSON.parse('{"__proto__":1,"toString":2}');
  const known = properties({ ["__proto__"]: types("string"), constructor: types("string") }, ["constructor"]);
  expect(found(known, data)).toEqual(["/__proto__ type", " required"]);
  expect(found(required("toString", "valueOf"), data)).toEqual([" required"]);
  expect(found(additionalProperties(false, ["toString"]), data)).toEqual([" additionalProperties"]);
  expect(found(unevaluated([], types("string"), null), data)).toEqual([
    " unevaluatedProperties",
    " unevaluatedProperties",
  ]);
  expect(found(uniqueItems(), [{ toString: "" }, { toString: "" }])).toEqual([" uniqueItems"]);
});

test("Infinity is what JSON.parse makes of 1e400, and not null", () => {
  const data: unknown = JSON.parse('[1e400,null,"Infinity"]');
  expect(found(uniqueItems(), data)).toEqual([]);
  expect(found(uniqueItems(), JSON.parse("[1e400,1e400]"))).toEqual([" uniqueItems"]);
});

test("an inherited member is none", () => {
  expect(found(required("inherited"), Object.create({ inherited: 1 }))).toEqual([" required"]);
});

test("characters are code points", () => {
  expect(found(maxLength(2), "😀😀")).toEqual([]);
  expect(found(minLength(3), "😀😀")).toEqual([" minLength"]);
});

test("a pointer has escaped steps, from the whole to the part", () => {
  const check = properties({ "a/b": properties({ "~": types("null") }) });
  expect(found(check, { "a/b": { "~": 1 } })).toEqual(["/a~1b/~0 type"]);
});

test("data that is nested more deeply than the stack allows is refused, and a list of many faults is not slow", () => {
  const list: Check = schema(() => [
    types("array"),
    (data, faults) => {
      if (Array.isArray(data)) list(data[0] ?? [], faults);
    },
  ]);
  let deep: unknown = [];
  for (let i = 0; i < 100_000; i++) deep = [deep];
  expect(found(list, deep)).toEqual([" nesting"]);
  const wide = properties({
    list: (data, faults) => {
      for (const _ of data as number[]) faults.push({ instancePath: "", keyword: "x", expected: 0 });
    },
  });
  const validate = validatorOf(wide);
  expect(validate({ list: new Array(200_000).fill(0) })).toBe(false);
  expect(validate.errors).toHaveLength(200_000);
});
