import { afterAll, expect, test } from "vitest";
import { compile, typeErrors } from "../../test/compiled.js";
import { memorySource } from "../../test/mini.js";
import { generate } from "../generate.js";

const starting = (letter: string) => ({ type: "string", pattern: `^${letter}` });
const schemas = {
  // The pattern of bar would have the name of FooBar's own.
  Foo: { type: "object", properties: { bar: starting("a"), bAr: starting("b") } },
  FooBar: starting("c"),
  // One part at two places.
  Twice: { type: "object", properties: { a: { items: starting("d"), type: "array" }, b: starting("e") } },
  // Names that the runtime has, too.
  Object: { type: "object", required: ["isObject"], properties: { isObject: { type: "integer" } } },
  Integer: { type: "integer" },
  Nothing: { enum: [] },
};
const document = {
  openrpc: "1.3.2",
  info: { title: "names", version: "1" },
  methods: [],
  components: { schemas },
};
const { files } = await generate(
  memorySource("names.json", { "names.json": JSON.stringify(document) }, "names.json"),
);
const emitted = compile(files);
afterAll(() => emitted.remove());

test("expressions with equal names compile", () => {
  expect(typeErrors(files)).toEqual([]);
});

test.each([
  ["isFoo", { bar: "a", bAr: "b" }, { bar: "b" }],
  ["isFooBar", "c", "a"],
  ["isTwice", { a: ["d"], b: "e" }, { a: ["e"] }],
  ["isInteger", 1, 1.5],
])("%s fits %j and not %j", async (name, valid, invalid) => {
  const module = await emitted.load("names/schemas");
  expect([valid, invalid].map(module[name])).toEqual([true, false]);
});

test("no value is one of none", async () => {
  const module = await emitted.load("names/validators");
  expect(module.validateNothing(null)).toBe(false);
});
