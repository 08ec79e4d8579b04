import { createRequire } from "node:module";
import { Ajv, type ValidateFunction } from "ajv";
import type { JsonObject } from "../json.js";
import { explain } from "../runtime/explain.js";
import { rawFaults } from "./compiler.js";

let compiled: ValidateFunction | undefined;

/** The violations of the OpenRPC meta-schema in a document. */
export function metaFaults(document: JsonObject): { pointer: string; message: string }[] {
  compiled ??= compile();
  if (compiled(document)) return [];
  return explain(rawFaults(compiled.errors ?? []), document).map(({ pointer, message }) => ({
    pointer,
    message,
  }));
}

function compile(): ValidateFunction {
  const require = createRequire(import.meta.url);
  // The package's types do not contain the constant that it exports.
  const { openrpcDocument } = require("@open-rpc/meta-schema") as { openrpcDocument: JsonObject };
  const draft7 = require("ajv/dist/refs/json-schema-draft-07.json") as JsonObject;
  const ajv = new Ajv({
    strict: false,
    messages: false,
    allErrors: true,
    validateSchema: false,
    validateFormats: false,
  });
  // The meta-schema refers to JSON Schema by one URL, and to the form of a reference by nearly the same URL. Ajv has draft 7
  // with another URL.
  ajv.addSchema({ ...draft7, $id: "https://meta.json-schema.tools" });
  const definitions = { JSONSchemaObject: { properties: { $ref: { type: "string" } } } };
  ajv.addSchema({ $id: "https://meta.json-schema.tools/", definitions });
  const { $schema: _, ...meta } = openrpcDocument;
  return ajv.compile(meta);
}
