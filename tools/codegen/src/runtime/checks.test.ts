import { expect, test } from "vitest";
import { countCharacters, escaped, isObject, joined, own, record } from "./checks.js";

test("only an object's own fields count", () => {
  expect(own(Object.create({ inherited: 1 }) as { inherited?: number }).inherited).toBeUndefined();
  expect(own(Object.assign(Object.create({ inherited: 1 }) as object, { field: 2 }))).toEqual({ field: 2 });
});

test("what JSON.parse made is taken as it is", () => {
  const parsed = JSON.parse('{"__proto__": 1, "constructor": 2}') as object;
  expect(own(parsed)).toBe(parsed);
  const bare = Object.create(null) as object;
  expect(own(bare)).toBe(bare);
});

test("neither an array nor null is an object", () => {
  expect([{}, [], null, undefined, "{}"].map(isObject)).toEqual([true, false, false, false, false]);
});

test("a character of two units is one character", () => {
  expect(countCharacters("a😀é")).toBe(3);
});

test("a key becomes one step of a pointer", () => {
  expect(escaped("a/b~c")).toBe("a~1b~0c");
});

test("the faults of a part come behind those before it, and leave the part's own list alone", () => {
  const before = record(null, "", "required", { missingProperty: "a" });
  const part = record(null, "/b", "type", { type: "string" });
  expect(joined(null, part)).toBe(part);
  expect(joined(before, part).map(({ instancePath }) => instancePath)).toEqual(["", "/b"]);
  expect(part).toHaveLength(1);
});
