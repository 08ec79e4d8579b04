import { expect, test } from "vitest";
import { isScalar, type Schema } from "../model/schema.js";
import { Compiler } from "./compiler.js";
import { type StandaloneFunction, standalone } from "./standalone.js";

function printed(schema: Schema, others: Readonly<Record<string, Schema>> = {}): StandaloneFunction {
  const types = new Map(
    Object.entries({ ...others, Main: schema }).map(([name, each]) => [name, { schema: each }]),
  );
  const compiler = new Compiler({ types });
  // The others are compiled first, as in a large specification.
  const names = new Map<unknown, string>(Object.keys(others).map((name) => [compiler.received(name), name]));
  const main = compiler.received("Main");
  names.set(main, "Main");
  return standalone(
    main,
    (fn) => names.get(fn) ?? "?",
    (name) => isScalar(others[name] ?? {}),
  );
}

const message: Schema = {
  type: "object",
  required: ["choice"],
  properties: {
    choice: { type: "string", enum: ["even", "odd"], "x-open": false },
    name: { type: "string", minLength: 1, maxLength: 9, pattern: "^[a-z]+/$" },
    "strange.name": { type: ["integer", "null"], minimum: 1 },
  },
};

test("the text does not depend on schemas compiled before", () => {
  const others = { A: { type: "string", pattern: "^a$" }, B: { type: "object", properties: {} } } as const;
  expect(printed(message, others)).toEqual(printed(message));
});

test("the text is a readable program", () => {
  const { text, patterns } = printed(
    {
      type: "object",
      required: ["id", "kind"],
      properties: {
        id: { type: "string", pattern: "^R\\d$" },
        kind: { type: "string", const: "x" },
        score: { type: "integer", minimum: 0 },
        choice: { $ref: "Choice" },
      },
    },
    { Choice: { type: "string", enum: ["even", "odd"], "x-open": false } },
  );
  expect([...patterns].map(([name, pattern]) => `${name} ${pattern}`)).toEqual(["pattern1 /^R\\d$/u"]);
  expect(text.split("\n")).toEqual([
    "function check(data, path, key, faults){",
    "  const fields = data && own(data, data.id) || ownFields(data, path, key, faults);",
    "  if(!fields) return;",
    "  path += key;",
    '  text(fields.id, path, "/id", faults, 0, Infinity, pattern1);',
    '  constant(fields.kind, path, "/kind", faults, "x");',
    "  if(fields.score !== undefined){",
    '    integer(fields.score, path, "/score", faults, 0);',
    "  }",
    "  if(fields.choice !== undefined){",
    '    check1(fields.choice, path, "/choice", faults);',
    "  }",
    "  return fields;",
    "}",
  ]);
});

test("faults are counted only where alternatives are tried", () => {
  const text: Schema = { type: "string" };
  const number: Schema = { type: "number" };
  expect(printed(message).text).not.toMatch(/\berrors\b/);
  const union = printed({ oneOf: [{ $ref: "Text" }, { $ref: "Count" }] }, { Text: text, Count: number });
  expect(union.text).toContain("errors++");
  expect(union.text).toContain("errors = faults.length;");
});

test("a text with an ordinary length is one shared check; others are counted character by character", () => {
  const { text } = printed({ type: "string", minLength: 1, maxLength: 9 });
  expect(text).toContain("text(data, path, key, faults, 1, 9);");
  expect(printed({ type: "string", minLength: 2 }).text).toContain("if(countCharacters(data) < 2){");
});

test("a check reports a missing part, for any schema", () => {
  const schemas: Schema[] = [
    { type: "string" },
    { type: ["string", "null"], minLength: 1 },
    { type: "integer" },
    { type: "array", items: { type: "string" } },
    { type: "object" },
    { type: ["object", "null"], properties: {} },
    { type: "boolean", const: true },
    { oneOf: [{ $ref: "Text" }] },
    {},
  ];
  for (const schema of schemas) {
    const { text } = printed(schema, { Text: { type: "string" } });
    expect(text, JSON.stringify(schema)).toMatch(
      /(mistyped|ownFields|text|integer|constant|member)\(data, path, key, faults/,
    );
  }
});

test("a whole number with limits is one shared check; other numbers are checked by JavaScript expressions", () => {
  expect(printed({ type: ["integer", "null"], minimum: 1 }).text).toContain(
    "integer(data, path, key, faults, 1, Infinity, true);",
  );
  expect(printed({ type: "integer", minimum: 1, maximum: 9 }).text).toContain(
    "integer(data, path, key, faults, 1, 9);",
  );
  const { text } = printed({ type: "number", minimum: 1 });
  expect(text).toContain("if(data < 1){");
  expect(text).not.toMatch(/isNaN|comparison/);
});

test("a list in a field is one shared check with the check of its items", () => {
  const list: Schema = { type: "object", properties: { ids: { type: "array", items: { $ref: "Id" } } } };
  const { text } = printed(list, { Id: { type: "string", pattern: "^x$" } });
  expect(text).toContain('items(fields.ids, path, "/ids", faults, check1);');
});

test("no code of Ajv is left: no schema, no numbered helper, no unread parameter", () => {
  const { text } = printed(message);
  expect(text).not.toMatch(/\b(schema|func|validate|pattern0|err)\d*\./);
  expect(text).not.toMatch(/parentData|rootData|vErrors|instancePath/);
  expect(text).toContain('member(fields.choice, path, "/choice", faults, ["even","odd"]);');
});

test("another schema is called, not repeated", () => {
  const id: Schema = { type: "string", pattern: "^x$" };
  const { text, calls } = printed({ type: "array", items: { $ref: "Id" } }, { Id: id });
  expect([...calls]).toEqual([["check1", "Id"]]);
  expect(text).toContain('check1(data[i0], path, "/" + i0, faults);');
});

test("a key of a map is escaped only for a fault, or before it is part of a longer pointer", () => {
  const map = (name: string): Schema => ({ type: "object", additionalProperties: { $ref: name } });
  const others: Record<string, Schema> = {
    Text: { type: "string" },
    Row: { type: "object", properties: {} },
  };
  expect(printed(map("Text"), others).text).toContain('check1(fields[key0], path, "/" + key0, faults);');
  expect(printed(map("Row"), others).text).toContain(
    'check1(fields[key0], pointer(path, "/" + key0), "", faults);',
  );
});

test("a schema that contains itself calls itself", () => {
  const { calls } = printed({ type: "object", properties: { next: { $ref: "Main" } } });
  expect([...calls.values()]).toEqual(["Main"]);
});
