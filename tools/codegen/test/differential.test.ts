import { type Schema as OtherSchema, Validator } from "@cfworker/json-schema";
import type { Validator as EmittedValidator } from "@league-v2/contract";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { runsOf } from "../../gate/one-in.js";
import { guard, validator } from "../src/emit/modules.js";
import { read } from "../src/generate.js";
import type { Json } from "../src/json.js";
import { receivedForm, sentForm } from "../src/model/fields.js";
import type { Dialect, NamedType } from "../src/model/model.js";
import { compile, type Loaded } from "./compiled.js";
import { real, realOutputs } from "./mini.js";
import { Agreement } from "./run-python.js";
import { damaged, valuesOf } from "./values.js";

/** The number of valid and randomly changed messages for each validator. */
const RUNS = runsOf(60);
const SEED = 20_250_115;

const emitted = compile(realOutputs((path) => path.endsWith(".ts")));
afterAll(() => emitted.remove());

/** An implementation of JSON Schema 2020-12 that shares no code with Ajv. */
function independent(dialect: Dialect, name: string): (data: unknown) => boolean {
  const schema = JSON.parse(
    JSON.stringify({ $ref: name, $defs: definitions(dialect) }, (key, value: unknown) =>
      key === "$ref" ? `#/$defs/${String(value)}` : value,
    ),
  ) as OtherSchema;
  const other = new Validator(schema, "2020-12", true);
  return (data) => other.validate(data).valid;
}

function definitions(dialect: Dialect): Record<string, unknown> {
  return Object.fromEntries([...dialect.types].map(([name, { schema }]) => [name, receivedForm(schema)]));
}

async function disagreements(dialect: Dialect, type: NamedType, python: Agreement): Promise<string[]> {
  const index: Loaded = await emitted.load(`${dialect.name}/index`);
  const ours = index[validator(dialect, type).text] as EmittedValidator<unknown>;
  const fits = index[guard(dialect, type).text] as ((data: unknown) => boolean) | undefined;
  const theirs = independent(dialect, type.name);
  const sent = {
    types: new Map(
      [...dialect.types].map(([name, { schema }]) => [name, { schema: sentForm(dialect, schema) }]),
    ),
  };
  const valid = valuesOf(sent, sentForm(dialect, type.schema));
  const options = { numRuns: RUNS, seed: SEED };
  const found: string[] = [];
  const compare = (data: Json, expected: boolean | null) => {
    const [a, b] = [ours(data), theirs(data)];
    python.violations(type.name, data, ours.errors);
    if (a !== (fits?.(data) ?? a))
      found.push(`${type.name}: differs in one expression: ${JSON.stringify(data)}`);
    if (a !== b || (expected !== null && a !== expected)) {
      found.push(`${type.name}: ours ${a}, theirs ${b}, expected ${expected}: ${JSON.stringify(data)}`);
    }
  };
  const whole = (data: Json) => JSON.parse(JSON.stringify(data)) as Json;
  for (const message of fc.sample(valid, options)) compare(whole(message), true);
  for (const message of fc.sample(valid.chain(damaged), options)) compare(whole(message), null);
  return found;
}

test("every validator agrees with an independent implementation and with Python, on valid and damaged messages", async () => {
  const found: string[] = [];
  const { model } = read(real);
  const python = new Agreement();
  for (const dialect of model.dialects) {
    python.contract(model, dialect.name);
    for (const type of dialect.types.values()) found.push(...(await disagreements(dialect, type, python)));
  }
  expect(found).toEqual([]);
  python.expectNoDifference();
});
