import type fc from "fast-check";
import { fieldFaults, messagesOf } from "../src/emit/examples.js";
import { wireName } from "../src/emit/messages.js";
import type { Json } from "../src/json.js";
import { load } from "../src/load/load.js";
import { sentForm } from "../src/model/fields.js";
import type { Dialect } from "../src/model/model.js";
import { type FieldFault, faultsOf } from "../src/runtime/field-fault.js";
import { real } from "./mini.js";
import { valuesOf } from "./values.js";

/** Without the lint, which is a step of the gate. */
const { model } = load(real);

function dialectNamed(name: string): Dialect {
  const dialect = model.dialects.find((one) => one.name === name);
  if (dialect === undefined) throw new Error(`no dialect ${name}`);
  return dialect;
}

/** Any valid message of a type of the canonical dialect, in the sent form. A message without a type is called by its title. */
export function anyMessage(type: string): fc.Arbitrary<Record<string, Json>> {
  const dialect = dialectNamed("canonical");
  const sent = new Map(
    [...dialect.types].map(([name, { schema }]) => [name, { schema: sentForm(dialect, schema) }]),
  );
  const named = [...dialect.types.values()].find((one) => wireName(dialect, one) === type);
  return valuesOf({ types: sent }, sent.get(named?.name ?? "")?.schema ?? {}) as fc.Arbitrary<
    Record<string, Json>
  >;
}

export interface Samples {
  readonly examples: readonly object[];
  readonly faults: readonly FieldFault[];
}

/** The examples of a dialect, and one fault for each constraint, by message type. Those of the main dialect are generated. */
export function samplesOf(name: string): Readonly<Record<string, Samples>> {
  const dialect = dialectNamed(name);
  return Object.fromEntries(
    messagesOf(dialect).map((type) => [
      wireName(dialect, type),
      {
        examples: (type.schema.examples ?? []) as readonly object[],
        faults: faultsOf(fieldFaults(dialect, type)),
      },
    ]),
  );
}
