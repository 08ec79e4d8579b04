import { expect, test } from "vitest";
import {
  constant,
  countCharacters,
  integer,
  isObject,
  items,
  member,
  mistyped,
  own,
  ownFields,
  pointer,
  text,
  validatorOf,
} from "./checks.js";
import type { RawFault } from "./validator.js";

/** The faults that one check adds to an empty list, as "pointer keyword". */
function found(check: (faults: RawFault[]) => void): string[] {
  const faults: RawFault[] = [];
  check(faults);
  return faults.map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
}

test("an object without inherited fields is not copied", () => {
  const parsed = JSON.parse('{"__proto__": 1, "constructor": 2}') as object;
  expect(own(parsed)).toBe(parsed);
  expect(own(Object.create(null) as object)).toBe(false);
  expect(own(Object.create({ inherited: 1 }) as object)).toBe(false);
  expect(own([])).toBe(false);
});

test("only the own fields of another object are copied", () => {
  const fieldsOf = (data: unknown) => ownFields(data, "", "", []);
  expect(fieldsOf(Object.assign(Object.create({ inherited: 1 }) as object, { field: 2 }))).toEqual({
    field: 2,
  });
  expect(fieldsOf(Object.assign(Object.create(null) as object, { field: 2 }))).toEqual({ field: 2 });
  expect(fieldsOf(Object.create({ inherited: 1 }))).not.toHaveProperty("inherited");
});

test("neither an array nor null is an object", () => {
  expect([{}, [], null, undefined, "{}"].map(isObject)).toEqual([true, false, false, false, false]);
});

test("a whole number has checks of its type, then of its limits; null is accepted if it is allowed", () => {
  const faultsOf = (data: unknown, nullable?: boolean) =>
    found((faults) => integer(data, "", "/n", faults, 1, 10, nullable));
  expect(faultsOf(1)).toEqual([]);
  expect(faultsOf(0)).toEqual(["/n minimum"]);
  expect(faultsOf(10.5)).toEqual(["/n type", "/n maximum"]);
  expect(faultsOf("11")).toEqual(["/n type"]);
  expect(faultsOf(Infinity)).toEqual(["/n type"]);
  expect(faultsOf(undefined)).toEqual([" required"]);
  expect([faultsOf(null), faultsOf(null, true), faultsOf("1", true)]).toEqual([["/n type"], [], ["/n type"]]);
});

test("each item of a list is checked, at its place", () => {
  const faultsOf = (data: unknown) =>
    found((faults) => items(data, "/a", "/b", faults, (item, path, key) => text(item, path, key, faults)));
  expect(faultsOf(["x", 1, null])).toEqual(["/a/b/1 type", "/a/b/2 type"]);
  expect(faultsOf({})).toEqual(["/a/b type"]);
  expect(faultsOf(undefined)).toEqual(["/a required"]);
});

test("a character of two units counts as one", () => {
  expect(countCharacters("a😀é")).toBe(3);
});

test("a key becomes one reference token of a pointer", () => {
  expect(pointer("/list", "/a/b~c")).toBe("/list/a~1b~0c");
  expect(pointer("/list", "")).toBe("/list");
});

test("an undefined part is a missing field; an undefined whole has the wrong type", () => {
  expect(found((faults) => mistyped(undefined, "/a", "/b", faults))).toEqual(["/a required"]);
  expect(found((faults) => mistyped(undefined, "", "", faults))).toEqual([" type"]);
  expect(found((faults) => constant(undefined, "", "/b", faults, "x"))).toEqual([" required"]);
  expect(found((faults) => member(undefined, "", "/b", faults, ["x"]))).toEqual([" required"]);
  expect(found((faults) => void ownFields(undefined, "", "/b", faults))).toEqual([" required"]);
});

test("all faults of a text are reported: type, length and pattern", () => {
  const judged = (data: unknown) => found((faults) => text(data, "", "/t", faults, 1, 2, /^a*$/));
  expect(judged("aa")).toEqual([]);
  expect(judged("😀😀")).toEqual(["/t pattern"]);
  expect(judged("bbb")).toEqual(["/t maxLength", "/t pattern"]);
  expect(judged("")).toEqual(["/t minLength"]);
  expect(judged(1)).toEqual(["/t type"]);
});

test("a value that is not a text is neither the constant nor a member of the enum", () => {
  expect(found((faults) => constant(1, "", "/c", faults, "x"))).toEqual(["/c type", "/c const"]);
  expect(found((faults) => member("z", "", "/m", faults, ["x"]))).toEqual(["/m enum"]);
});

test("a validator keeps the faults of its last call", () => {
  const validate = validatorOf<string>((data, path, key, faults) => text(data, path, key, faults));
  expect(validate(1)).toBe(false);
  expect(validate.errors).toHaveLength(1);
  expect(validate("a")).toBe(true);
  expect(validate.errors).toBeNull();
});
