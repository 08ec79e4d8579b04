import type fc from "fast-check";
import document from "../../../generated/openrpc/canonical.json" with { type: "json" };
import type { Json } from "../src/json.js";
import { sentForm } from "../src/model/fields.js";
import { mapParts, type Schema, type Types } from "../src/schema/schema.js";
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
