import { expect, test } from "vitest";
import { copy, putAt, removeAt, sameJson, valueAt } from "./pointer.js";

test("reads, writes and removes at a pointer, own members only", () => {
  const root = { a: { "b/c": [1, { d: 2 }] } };
  expect(valueAt(root, "/a/b~1c/1/d")).toBe(2);
  expect(valueAt(root, "/toString")).toBeUndefined();
  putAt(root, "/a/x/y", 3);
  putAt(root, "/a/b~1c/0", 9);
  expect(root).toEqual({ a: { "b/c": [9, { d: 2 }], x: { y: 3 } } });
  removeAt(root, "/a/b~1c/0");
  removeAt(root, "/a/none/at/all");
  expect(root).toEqual({ a: { "b/c": [{ d: 2 }], x: { y: 3 } } });
});

test("a copy shares nothing, and __proto__ in it stays data", () => {
  const original = JSON.parse('{"__proto__":{"a":[1]}}') as Record<string, unknown>;
  const other = copy(original);
  expect(Object.keys(other)).toEqual(["__proto__"]);
  expect(Object.getPrototypeOf(other)).toBe(Object.prototype);
  expect(valueAt(other, "/__proto__/a")).not.toBe(valueAt(original, "/__proto__/a"));
});

test("equal as JSON", () => {
  expect(sameJson({ a: 1, b: [null, "x"] }, { b: [null, "x"], a: 1 })).toBe(true);
  expect(sameJson(1, "1")).toBe(false);
  expect(sameJson({ a: undefined }, {})).toBe(false);
  expect(sameJson([1], { 0: 1 })).toBe(false);
});
