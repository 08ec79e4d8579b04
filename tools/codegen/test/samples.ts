import { fieldFaults, messagesOf } from "../src/emit/examples.js";
import { read } from "../src/generate.js";
import { messageTypeOf } from "../src/model/fields.js";
import { type FieldFault, faultsOf } from "../src/runtime/field-fault.js";
import { real } from "./mini.js";

export interface Samples {
  readonly examples: readonly object[];
  readonly faults: readonly FieldFault[];
}

/** The examples of a dialect, and one fault for each constraint, by message type. Those of the main dialect are generated. */
export function samplesOf(name: string): Readonly<Record<string, Samples>> {
  const { model } = read(real);
  const dialect = model.dialects.find((one) => one.name === name);
  if (dialect === undefined) throw new Error(`no dialect ${name}`);
  return Object.fromEntries(
    messagesOf(dialect).map((type) => [
      messageTypeOf(dialect, type.schema) ?? type.name,
      {
        examples: (type.schema.examples ?? []) as readonly object[],
        faults: faultsOf(fieldFaults(dialect, type)),
      },
    ]),
  );
}
