import type fc from "fast-check";
import document from "../../../generated/openrpc/canonical.json" with { type: "json" };
import { fieldFaults, messagesOf } from "../src/emit/examples.js";
import { read } from "../src/generate.js";
import type { Json } from "../src/json.js";
import { messageTypeOf, sentForm } from "../src/model/fields.js";
import { type FieldFault, faultsOf } from "../src/runtime/field-fault.js";
import { mapParts, type Schema, type Types } from "../src/schema/schema.js";
import { real } from "./mini.js";
import { valuesOf } from "./values.js";

/** Any valid message of a type of the canonical dialect, in the sent form. */
export function anyMessage(type: string): fc.Arbitrary<Record<string, Json>> {
  const types = typesOf();
  const { schema = {} } = types.types.get(title(type)) ?? {};
  const sent: Types = {
    types: new Map(
      [...types.types].map(([name, { schema: each }]) => [name, { schema: sentForm(types, each) }]),
    ),
  };
  return valuesOf(sent, sentForm(types, schema)) as fc.Arbitrary<Record<string, Json>>;
}

function typesOf(): Types {
  const plain = (schema: Schema): Schema => {
    const copy = mapParts(schema, plain);
    return schema.$ref === undefined
      ? copy
      : { ...copy, $ref: schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1) };
  };
  const schemas = Object.entries(document.components.schemas) as unknown as [string, Schema][];
  return { types: new Map(schemas.map(([name, schema]) => [name, { schema: plain(schema) }])) };
}

/** GAME_OVER is the type of GameOver; a message without a type is called by its title. */
function title(type: string): string {
  if (!/^[A-Z_]+$/.test(type)) return type;
  return type.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

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
