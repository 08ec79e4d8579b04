import { runInThisContext } from "node:vm";
import { expect, test } from "vitest";
import type { Json } from "../json.js";
import { literal, quote } from "./literal.js";

const meaning = (text: string): unknown => runInThisContext(`(${text})`);

test.each([
  null,
  -1.5,
  'line\nquote" back\\slash \u2028 </script>',
  [],
  {},
  { "not-a-name": [1, { deep: [true, false] }], name: "x".repeat(200) },
] satisfies Json[])("the literal of %j evaluates to the same value", (value) => {
  expect(meaning(literal(value))).toEqual(value);
});

test("__proto__ is an ordinary key", () => {
  const value = JSON.parse('{"__proto__": 1}') as Json;
  expect(Object.keys(meaning(literal(value)) as object)).toEqual(["__proto__"]);
});

test("separators that older parsers treat as line ends are escaped", () => {
  expect(quote("\u2028\u2029")).toBe('"\\u2028\\u2029"');
});
