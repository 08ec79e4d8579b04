import { expect, test } from "vitest";
import { memorySource } from "../../test/mini.js";
import { SpecError } from "../fault.js";
import { read } from "../generate.js";
import type { Dialect } from "../model/model.js";

const document = (parts: object) =>
  JSON.stringify({ openrpc: "1.3.2", info: { title: "Any", version: "1" }, methods: [], ...parts });
const schemas = (all: object) => document({ components: { schemas: all } });

/** The one dialect of a document, with the files next to it. */
function dialectOf(text: string, files: Readonly<Record<string, string>> = {}): Dialect {
  const [dialect] = read(memorySource("any.json", { "any.json": text, ...files }, "any.json")).model.dialects;
  if (dialect === undefined) throw new Error("no dialect");
  return dialect;
}

function causes(text: string): string[] {
  try {
    dialectOf(text);
  } catch (error) {
    if (error instanceof SpecError) return error.faults.map(({ cause }) => cause);
    throw error;
  }
  return [];
}

const ref = ($ref: string) => ({ $ref });

test.each([
  ["a pointer", "#/components/schemas/A", "A"],
  ["with escapes", "#/components/schemas/a~1b%20c", "ABC"],
  ["into a part", "#/components/schemas/A/properties/x", "AX"],
  ["into $defs", "#/components/schemas/A/$defs/d", "AD"],
  ["of an anchor", "#here", "AY"],
  ["of an $id", "https://example.com/schemas/z", "AZ"],
  ["of a file", "./common.yaml#/definitions/Common", "Common"],
  ["of a file with one schema", "sub/whole.json", "whole"],
  ["of JSON Schema itself", "http://json-schema.org/draft-07/schema#", "core"],
])("a reference %s is resolved, and its target has a name", (_, target, name) => {
  const a = {
    properties: {
      x: { type: "string" },
      y: { $anchor: "here", type: "string" },
      z: { $id: "https://example.com/schemas/z", type: "string" },
    },
    $defs: { d: { type: "string" } },
  };
  const text = schemas({ A: a, "a/b c": { type: "string" }, User: { items: ref(target) } });
  const files = {
    "common.yaml": "definitions:\n  Common: { type: string }\n",
    "sub/whole.json": '{"$ref":"../common.yaml#/definitions/Common"}',
  };
  expect(dialectOf(text, files).types.get("User")?.schema.items?.$ref?.toLowerCase()).toMatch(
    new RegExp(`^${name}`, "i"),
  );
});

test("data that looks like a reference is none", () => {
  const { types } = dialectOf(
    schemas({
      A: { properties: { $ref: { type: "string" } }, const: ref("nowhere"), examples: [ref("#/x")] },
    }),
  );
  expect(types.get("A")?.schema.const).toEqual(ref("nowhere"));
});

test("no two schemas share a name, and a name depends only on those that compete for it", () => {
  const all = {
    foo_bar: {},
    FooBar: {},
    FOOBar: {},
    "2fa": {},
    名前: {},
    "!": {},
    Record: {},
    user: {},
    User: {},
    None: {},
  };
  const names = [...dialectOf(schemas(all)).types.keys()].sort();
  expect(names).toEqual([
    "FOOBar",
    "FooBar",
    "FooBar2",
    "None2",
    "Record2",
    "Schema",
    "Schema2fa",
    "User",
    "User2",
    "名前",
  ]);
  const more = [...dialectOf(schemas({ Aaa: {}, ...all, zzz: {} })).types.keys()];
  expect(more.filter((name) => !names.includes(name))).toEqual(["Aaa", "Zzz"]);
});

test("a descriptor that two methods share has one type; inline schemas are named after their methods", () => {
  const result = { name: "r", schema: { title: "Hash", type: "string" } };
  const { methods } = dialectOf(
    document({
      methods: [
        { name: "a", params: [], result: ref("#/components/contentDescriptors/Balance") },
        { name: "b", params: [], result: ref("#/components/contentDescriptors/Balance") },
        { name: "c.d", params: [], result },
        { name: "c_d", params: [], result },
        ref("#/components/x-methods/e"),
      ],
      components: {
        contentDescriptors: { Balance: result },
        "x-methods": { e: { name: "e", params: [], result } },
      },
    }),
  );
  expect(methods.map(({ name, reply }) => [name, reply?.name])).toEqual([
    ["a", "Balance"],
    ["b", "Balance"],
    ["c.d", "CDResult"],
    ["c_d", "CD2Result"],
    ["e", "EResult"],
  ]);
});

test("older forms are read as those of 2020-12", () => {
  const { types } = dialectOf(
    schemas({
      List: { items: [{ type: "string" }], additionalItems: false },
      Needs: {
        dependencies: { a: ["b"], c: { required: ["d"] } },
        allOf: [{}],
        dependentRequired: { a: ["e"] },
      },
      Maybe: { type: "string", nullable: true },
      Any: true,
      None_: false,
    }),
  );
  expect(Object.fromEntries([...types].map(([name, { schema }]) => [name, schema]))).toEqual({
    List: { prefixItems: [{ type: "string" }], items: { not: {} } },
    Needs: {
      allOf: [{ dependentSchemas: { a: { required: ["b"] }, c: { required: ["d"] } } }, {}],
      dependentRequired: { a: ["e"] },
    },
    Maybe: { type: ["string", "null"] },
    Any: {},
    None2: { not: {} },
  });
});

const param = (name: string, more: object = {}) => ({ name, schema: {}, ...more });
const method = (params: object[], more: object = {}) =>
  document({ methods: [{ name: "m", params, ...more }] });

test.each([
  [
    "two members of one name",
    '{"openrpc":"1.3.2","methods":[],"components":{"schemas":{"A":{},"A":true}}}',
    "Map keys must be unique (line 1, column 65)",
  ],
  [
    "a schema that is defined by itself",
    schemas({ A: { allOf: [ref("#/components/schemas/A")] } }),
    "the schema is defined by itself: A → A",
  ],
  [
    "a reference without a target",
    schemas({ A: ref("#/components/schemas/B") }),
    "there is nothing at /components/schemas/B",
  ],
  ["a reference to the web", schemas({ A: ref("https://example.com/a.json") }), "nothing is fetched"],
  [
    "two methods of one name",
    document({
      methods: [
        { name: "m", params: [] },
        { name: "m", params: [] },
      ],
    }),
    "the method m is there twice",
  ],
  ["two parameters of one name", method([param("a"), param("a")]), "two parameters of m are called a"],
  [
    "a gap by position",
    method([param("a"), param("b", { required: true })], { paramStructure: "by-position" }),
    "b is required and follows a",
  ],
  ["a bound that is no number", schemas({ A: { minLength: "3" } }), 'minLength is "3"'],
  ["a pattern that is no expression", schemas({ A: { pattern: "(" } }), "Invalid regular expression"],
  ["items of two drafts", schemas({ A: { items: [{}], prefixItems: [{}] } }), "next to prefixItems"],
  ["a list that is none", schemas({ A: { allOf: {} } }), "allOf holds no schema"],
  ["a number without an end", schemas({ A: { const: 7 } }).replace("7", "7e999"), "a number beyond 1.8e308"],
  ["a reference to a member of every object", schemas({ A: ref("__proto__") }), "there is no file __proto__"],
  ["$dynamicRef", schemas({ A: { $dynamicRef: "#a" } }), "depends on the way"],
  ["a schema that is none", schemas({ A: "string" }), "this is not a schema"],
  ["gzip", "\u001f\ufffd\b", "it is compressed (gzip)"],
])("%s is refused", (_, text, cause) => {
  expect(causes(text)).toEqual([expect.stringContaining(cause)]);
});

test("a byte order mark and Windows line ends are no fault", () => {
  expect(causes(`\uFEFF${schemas({ A: {} }).replaceAll(",", ",\r\n")}`)).toEqual([]);
});
