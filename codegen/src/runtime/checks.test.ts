import { expect, test } from "vitest";
import { countCharacters, has } from "./checks.js";

test("only an object's own fields count", () => {
  expect(has({}, "constructor")).toBe(false);
  expect(has({ constructor: 1 }, "constructor")).toBe(true);
  expect(has(Object.create({ inherited: 1 }) as object, "inherited")).toBe(false);
  expect(has(JSON.parse('{"__proto__": 1}') as object, "__proto__")).toBe(true);
});

test("a character of two units is one character", () => {
  expect(countCharacters("a😀é")).toBe(3);
});
