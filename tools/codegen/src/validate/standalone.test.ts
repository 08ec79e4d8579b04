import { expect, test } from "vitest";
import type { Schema } from "../model/schema.js";
import { Compiler } from "./compiler.js";
import { type StandaloneFunction, standalone } from "./standalone.js";

function printed(schema: Schema, others: Readonly<Record<string, Schema>> = {}): StandaloneFunction {
  const types = new Map(
    Object.entries({ ...others, Main: schema }).map(([name, each]) => [name, { schema: each }]),
  );
  const compiler = new Compiler({ types });
  // The others are compiled first, as they would be in a large specification.
  const names = new Map<unknown, string>(Object.keys(others).map((name) => [compiler.received(name), name]));
  const main = compiler.received("Main");
  names.set(main, "Main");
  return standalone(main, (fn) => names.get(fn) ?? "?");
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

test("the text is the same whatever else was compiled before", () => {
  const others = { A: { type: "string", pattern: "^a$" }, B: { type: "object", properties: {} } } as const;
  expect(printed(message, others)).toEqual(printed(message));
});

test("the text reads like a program", () => {
  const { text, patterns } = printed({
    type: "object",
    required: ["id"],
    properties: { id: { type: "string", pattern: "^R/\\d$" } },
  });
  expect([...patterns].map(([name, pattern]) => `${name} ${pattern}`)).toEqual(["pattern1 /^R\\/\\d$/u"]);
  expect(text.split("\n")).toEqual([
    'function check(data, instancePath=""){',
    "  let vErrors = null;",
    "  if(isObject(data)){",
    "    data = own(data);",
    "    if(data.id === undefined){",
    '      vErrors = missing(vErrors, instancePath, "id");',
    "    }",
    "    else {",
    "      let data0 = data.id;",
    '      if(typeof data0 === "string"){',
    "        if(!pattern1.test(data0)){",
    '          vErrors = record(vErrors, instancePath+"/id", "pattern", {pattern: "^R/\\\\d$"});',
    "        }",
    "      }",
    "      else {",
    '        vErrors = mistyped(vErrors, instancePath+"/id", "string");',
    "      }",
    "    }",
    "  }",
    "  else {",
    '    vErrors = mistyped(vErrors, instancePath, "object");',
    "  }",
    "  check.errors = vErrors;",
    "  return vErrors === null;",
    "}",
  ]);
});

test("faults are counted only where alternatives are tried", () => {
  const text: Schema = { type: "string" };
  const number: Schema = { type: "number" };
  expect(printed(message).text).not.toMatch(/\berrors\b(?! = vErrors)/);
  const union = printed({ oneOf: [{ $ref: "Text" }, { $ref: "Count" }] }, { Text: text, Count: number });
  expect(union.text).toContain("errors++");
  expect(union.text).toContain("return errors === 0;");
});

test("only long texts are counted character by character", () => {
  const { text } = printed({ type: "string", minLength: 1, maxLength: 9 });
  expect(text).toContain('if(data === ""){');
  expect(text).toContain("if(data.length > 9 && countCharacters(data) > 9){");
  expect(printed({ type: "string", minLength: 2 }).text).toContain("if(countCharacters(data) < 2){");
});

test("numbers are asked for in JavaScript's own words", () => {
  const { text } = printed({ type: ["integer", "null"], minimum: 1 });
  expect(text).toContain("if((!(Number.isInteger(data))) && (data !== null)){");
  expect(text).toContain("if(data < 1){");
  expect(text).not.toMatch(/isNaN|comparison/);
});

test("nothing of Ajv's is left: no schema, no numbered helper, no unread parameter", () => {
  const { text } = printed(message);
  expect(text).not.toMatch(/\b(schema|func|validate|pattern0|err)\d*\./);
  expect(text).not.toMatch(/parentData|rootData|hasOwnProperty/);
  expect(text).toContain('{allowedValues: ["even","odd"]}');
});

test("another schema is called, not repeated", () => {
  const id: Schema = { type: "string", pattern: "^x$" };
  const { text, calls } = printed({ type: "array", items: { $ref: "Id" } }, { Id: id });
  expect([...calls]).toEqual([["check1", "Id"]]);
  expect(text).toContain('check1(data[i0], instancePath+"/" + i0)');
});

test("a schema that contains itself calls itself", () => {
  const { calls } = printed({ type: "object", properties: { next: { $ref: "Main" } } });
  expect([...calls.values()]).toEqual(["Main"]);
});
