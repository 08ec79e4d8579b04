import { type FieldFault, withFault } from "@league-v2/contract";
import * as canonical from "@league-v2/contract/canonical/examples";
import * as flat from "@league-v2/contract/flat/examples";
import fc from "fast-check";
import canonicalDocument from "../../../generated/openrpc/canonical.json" with { type: "json" };
import flatDocument from "../../../generated/openrpc/flat.json" with { type: "json" };
import type { Json } from "../src/json.js";
import { sentForm } from "../src/model/forms.js";
import type { Types } from "../src/schema/schema.js";
import { mapParts, type Schema } from "../src/schema/schema.js";
import { valuesOf } from "./values.js";

const documents = { canonical: canonicalDocument, flat: flatDocument };
const samples = { canonical: canonical.sampleSets, flat: flat.sampleSets };

/** Any valid message of a type, in the sent form. */
export function anyMessage(
  dialect: keyof typeof documents,
  type: string,
): fc.Arbitrary<Record<string, Json>> {
  const types = typesOf(dialect);
  const { schema = {} } = types.types.get(title(type)) ?? {};
  const sent: Types = {
    types: new Map(
      [...types.types].map(([name, { schema: each }]) => [name, { schema: sentForm(types, each) }]),
    ),
  };
  return valuesOf(sent, sentForm(types, schema)) as fc.Arbitrary<Record<string, Json>>;
}

/** Any message of a type with one fault in it, made from a valid one or from an example. */
export function anyFaultyMessage(dialect: keyof typeof documents, type: string): fc.Arbitrary<unknown> {
  const { examples, faults } = (
    samples[dialect] as Readonly<
      Record<string, { examples: readonly unknown[]; faults: readonly FieldFault[] }>
    >
  )[type] ?? { examples: [], faults: [] };
  const messages = fc.oneof(anyMessage(dialect, type), fc.constantFrom(...examples));
  return fc
    .tuple(messages, fc.constantFrom(...faults))
    .map(([message, fault]) => withFault(message, fault))
    .filter((message) => message !== undefined);
}

function typesOf(dialect: keyof typeof documents): Types {
  const plain = (schema: Schema): Schema => {
    const copy = mapParts(schema, plain);
    return schema.$ref === undefined
      ? copy
      : { ...copy, $ref: schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1) };
  };
  const schemas = Object.entries(documents[dialect].components.schemas) as unknown as [string, Schema][];
  return { types: new Map(schemas.map(([name, schema]) => [name, { schema: plain(schema) }])) };
}

/** GAME_OVER is the type of GameOver; a message without a type is called by its title. */
function title(type: string): string {
  if (!/^[A-Z_]+$/.test(type)) return type;
  return type.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
