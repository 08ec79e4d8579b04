import { createRequire } from "node:module";
import type { JsonObject } from "../json.js";

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
