import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { oneIn, runsOf } from "../../gate/one-in.js";
import { SpecError } from "../src/fault.js";
import { generate, read } from "../src/generate.js";
import type { Json } from "../src/json.js";
import type { Output } from "../src/print/file.js";
import { anySchemas } from "./any-schema.js";
import { compile, typeErrors } from "./compiled.js";
import { memorySource } from "./mini.js";
import { Agreement } from "./run-python.js";
import { valuesOf } from "./values.js";

/** `SEEDS=5000 npx vitest run any-schema` is a long run. */
const SEEDS = Number(process.env.SEEDS ?? runsOf(200));
const SEED = Number(process.env.SEED ?? 20_250_115);

/** Ajv takes members with these names as evaluated, also those that no schema describes. */
const INHERITED = new RegExp(`"(${Object.getOwnPropertyNames(Object.prototype).join("|")})":`);

/** Ajv finds no multiple among numbers that are written with an exponent: it reads the quotient with parseInt. */
const WITH_EXPONENT = /\de\+/;

interface Case {
  readonly title: string;
  readonly schemas: Record<string, Json>;
  readonly document: object;
}

/** A contract may have the name of a file of the runtime. */
const TITLES = ["checks", "explain", "index", "validator", "values"];

const cases: readonly Case[] = fc.sample(anySchemas(), { numRuns: SEEDS, seed: SEED }).map((schemas, i) => {
  const title = TITLES[i] ?? `case-${i}`;
  const methods = Object.entries(schemas).map(([name, schema]) => ({
    name,
    params: [{ name: "value", schema: true }],
    result: { name: "result", schema },
  }));
  const document = { openrpc: "1.3.2", info: { title, version: "1" }, methods, components: { schemas } };
  return { title, schemas, document };
});

const sourceOf = ({ title, document }: Case) => {
  const file = `${title}.json`;
  return memorySource(file, { [file]: JSON.stringify(document) }, file);
};

/** The output for every case, in one folder: their runtime files are the same. */
const outputs = new Map<string, Output>();
const refused: string[] = [];
for (const each of cases) {
  try {
    for (const output of (await generate(sourceOf(each))).files) outputs.set(output.path, output);
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    refused.push(`${each.title}: ${error.message}`);
  }
}
const emitted = compile([...outputs.values()]);
afterAll(() => emitted.remove());

test("no schema is refused", () => {
  expect(refused).toEqual([]);
});

test("every output compiles in the strictest mode", () => {
  expect(
    typeErrors(
      [...outputs.values()].filter(({ path }) => path.endsWith(".ts")),
      {},
    ),
  ).toEqual([]);
});

/** Many cases are tried by hand, also on a busy machine. */
const timeout = 150_000 + 200 * cases.length;

const comparedWithPython = new Set(oneIn(12, cases));

test("every verdict is Ajv's, in TypeScript and in Python, for values made from the schema and for others", {
  timeout,
}, async () => {
  const differences: string[] = [];
  const python = new Agreement();
  for (const each of cases) {
    const { model } = read(sourceOf(each));
    const [dialect] = model.dialects;
    if (dialect === undefined) continue;
    const isCompared = comparedWithPython.has(each);
    if (isCompared) python.contract(model, dialect.name);
    const module = await emitted.load(`${each.title}/index`);
    const ajv = new Ajv2020({ strict: false, ownProperties: true, validateFormats: false, logger: false });
    ajv.addSchema({ ...each.document, $id: "doc:/" });
    for (const type of dialect.types.values()) {
      // The parameters of a method are several schemas.
      if (type.pointer.endsWith("/params")) continue;
      const judge = ajv.compile({ $ref: `doc:/#${encodeURI(type.pointer)}` });
      const made = fc.oneof(valuesOf(dialect, type.schema, 4), anyValue);
      for (const value of fc.sample(made, { numRuns: 12, seed: SEED })) {
        const text = JSON.stringify(value);
        if (INHERITED.test(text) || WITH_EXPONENT.test(text)) continue;
        const data = JSON.parse(text) as Json;
        const ours = module[`validate${type.name}`](data);
        const theirs = verdictOf(judge, data);
        if (theirs === null) continue;
        if (isCompared) python.violations(type.name, data, module[`validate${type.name}`].errors);
        const guarded = module[`is${type.name}`]?.(data) ?? ours;
        if (ours !== theirs || guarded !== ours) {
          differences.push(
            `${each.title} ${type.name}: ours ${ours} (in one expression ${guarded}), Ajv ${theirs}: ${JSON.stringify(data)} ${JSON.stringify(each.schemas)}`,
          );
          break;
        }
      }
    }
  }
  expect(differences).toEqual([]);
  python.expectNoDifference();
});

/** Null where Ajv's own code fails: for `unevaluated…` in a circle, or of `dependencies`, it uses what it has not declared or set. */
function verdictOf(judge: (data: unknown) => unknown, data: Json): boolean | null {
  try {
    return judge(data) === true;
  } catch (error) {
    if (error instanceof ReferenceError || error instanceof TypeError) return null;
    throw error;
  }
}

const anyValue: fc.Arbitrary<Json> = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
  fc.constantFrom<Json>("a", "ab", 0, 1, 1.5, null, [], {}, [1, 1], { a: 1 }, { a: 1, b: 2 }, { kind: "a" }),
);
