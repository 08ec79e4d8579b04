import { expect, test } from "vitest";
import { memorySource } from "../../test/sources.js";
import { read } from "../generate.js";
import { diffModels } from "./diff.js";

function model(parts: object) {
  const document = { openrpc: "1.3.2", info: { title: "Any", version: "1" }, methods: [], ...parts };
  return read(memorySource("any.json", { "any.json": JSON.stringify(document) }, "any.json")).model;
}

/** The verdicts of a change, as "verdict explanation". */
function changes(before: object, after: object): string[] {
  return diffModels(model(before), model(after)).findings.map(
    ({ verdict, explanation }) => `${verdict} ${explanation}`,
  );
}

const integer = { type: "integer" };
const param = (name: string) => ({ name, required: true, schema: integer });
const method = (names: readonly string[], paramStructure?: string) => ({
  methods: [
    { name: "sub", paramStructure, params: names.map(param), result: { name: "r", schema: integer } },
  ],
});
const result = (schemas: object) => ({
  methods: [{ name: "get", params: [], result: { name: "r", schema: { $ref: "#/components/schemas/R" } } }],
  components: { schemas },
});

test("the order of parameters counts where they are passed by position", () => {
  const swapped = changes(method(["a", "b"], "by-position"), method(["b", "a"], "by-position"));
  expect(swapped).toEqual([
    expect.stringContaining("breaking the parameters are b, a in this order, instead of a, b"),
  ]);
  expect(changes(method(["a", "b"], "by-name"), method(["b", "a"], "by-name"))).toEqual([]);
});

test("a way to pass parameters can go or come", () => {
  const gone = changes(method(["a"]), method(["a"], "by-name"));
  expect(gone).toEqual([expect.stringContaining("breaking params are not taken by-position any more")]);
  expect(changes(method(["a"], "by-name"), method(["a"]))).toEqual([
    "compatible params are taken by-position too",
  ]);
});

test("a change of a keyword whose effect is not worked out is said, also behind a reference", () => {
  const part = (minimum: number) => ({ R: { not: { $ref: "#/components/schemas/P" } }, P: { minimum } });
  expect(changes(result(part(1)), result(part(2)))).toContainEqual(
    expect.stringContaining("unjudged not changed"),
  );
  expect(changes(result({ R: {} }), result({ R: { uniqueItems: true } }))).toEqual([
    expect.stringContaining("unjudged uniqueItems changed"),
  ]);
});

test("a type that gets another name, because another schema has its name now, is said", () => {
  const moved = changes(result({ R: {}, foo_bar: {} }), result({ R: {}, foo_bar: {}, FooBar: {} }));
  expect(moved).toEqual([
    expect.stringContaining("compatible its type is called FooBar2 in the emitted code, instead of FooBar"),
  ]);
});
