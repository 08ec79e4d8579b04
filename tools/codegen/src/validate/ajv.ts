import { createRequire } from "node:module";
import { Ajv } from "ajv";
import { Ajv2020, type AnySchemaObject, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import type { JsonObject } from "../json.js";
import { explain, type Violation } from "../runtime/explain.js";
import type { RawFault } from "../runtime/validator.js";
import type { Schema, Types } from "../schema/schema.js";

/** The faults of data that is meant to be of a named schema. */
export type FindFaults = (name: string, data: unknown) => RawFault[];

/** Ajv over the schemas of one dialect in one form; each is compiled when it is first needed. */
export function findFaults(types: Types, form: (schema: Schema) => Schema): FindFaults {
  let ajv: Ajv2020 | undefined;
  return (name, data) => {
    if (ajv === undefined) {
      // Strict, apart from two checks that complain about composed schemas; see the notes on Ajv in tools/codegen/README.md.
      const strict = { strictTypes: false, strictRequired: false, allowUnionTypes: true } as const;
      // The lint has compared them with the meta-schema, which takes as long to compile as they do.
      const checked = { ...strict, validateSchema: false };
      ajv = new Ajv2020({ ...checked, ownProperties: true, messages: false, allErrors: true });
      for (const [key, { schema }] of types.types) ajv.addSchema(form(schema) as AnySchemaObject, key);
    }
    const validate = ajv.getSchema(name);
    if (validate === undefined) throw new Error(`no schema ${name}`);
    return validate(data) === true ? [] : rawFaults(validate.errors ?? []);
  };
}

/** Ajv's faults in the form of the emitted validators: the value of the keyword is the last of Ajv's parameters. */
export function rawFaults(errors: readonly ErrorObject[]): RawFault[] {
  return errors.map(({ instancePath, keyword, params }) => ({
    instancePath,
    keyword,
    expected: Object.values(params).at(-1),
  }));
}

let metaSchema: ValidateFunction | undefined;

/** The violations of the OpenRPC meta-schema in a document. */
export function metaFaults(document: JsonObject): Violation[] {
  metaSchema ??= compileMetaSchema();
  return metaSchema(document) ? [] : explain(rawFaults(metaSchema.errors ?? []), document);
}

function compileMetaSchema(): ValidateFunction {
  const lenient = { strict: false, validateSchema: false, validateFormats: false };
  const ajv = new Ajv({ ...lenient, messages: false, allErrors: true });
  // The meta-schema refers to JSON Schema by two URLs, neither of which Ajv has.
  for (const $id of ["https://meta.json-schema.tools", "https://meta.json-schema.tools/"])
    ajv.addSchema({ ...jsonSchema(), $id });
  const { $schema: _, ...meta } = openrpcSchema();
  return ajv.compile(meta);
}

const require = createRequire(import.meta.url);

/** Draft 7. The schema of OpenRPC also refers to a reference's form, at a place that draft 7 does not have. */
export function jsonSchema(): JsonObject {
  const { $id: _, ...draft7 } = require("ajv/dist/refs/json-schema-draft-07.json") as JsonObject;
  const JSONSchemaObject = { properties: { $ref: { type: "string" } } };
  return { ...draft7, definitions: { ...(draft7.definitions as JsonObject), JSONSchemaObject } };
}

export function openrpcSchema(): JsonObject {
  // The package's types do not contain the constant that it exports.
  return (require("@open-rpc/meta-schema") as { openrpcDocument: JsonObject }).openrpcDocument;
}
