import { objectAt } from "../../json.js";
import { childPointer } from "../../pointer.js";
import type { SchemaRule } from "../rule.js";

/** The types to which each keyword applies. */
const FOR: Readonly<Record<string, readonly string[]>> = {
  properties: ["object"],
  required: ["object"],
  "x-sent-required": ["object"],
  additionalProperties: ["object"],
  allOf: ["object"],
  items: ["array"],
  minItems: ["array"],
  maxItems: ["array"],
  minLength: ["string"],
  maxLength: ["string"],
  pattern: ["string"],
  minimum: ["integer", "number"],
  maximum: ["integer", "number"],
};

export const fittingKeywords: SchemaRule = {
  id: "fitting-keywords",
  kind: "schema",
  scope: "all-specs",
  phase: "structure",
  check(schema, { file, pointer }, report) {
    if (!("type" in schema)) return;
    const types = [schema.type].flat().map(String);
    for (const [keyword, fits] of Object.entries(FOR)) {
      if (!(keyword in schema) || types.some((type) => fits.includes(type))) continue;
      const at = { file, pointer: childPointer(pointer, keyword) };
      report(
        at,
        `${keyword} says nothing about type ${types.join(" or ")}`,
        "Fix the type, or leave the keyword out.",
      );
    }
    if (types.includes("array") && !("items" in schema)) {
      report({ file, pointer }, "a list that does not say what is in it", "Add items.");
    }
    const isMap = typeof schema.additionalProperties === "object";
    if (isMap && (Object.keys(objectAt(schema, "properties")).length > 0 || "allOf" in schema)) {
      const at = { file, pointer: childPointer(pointer, "additionalProperties") };
      report(at, "an object that is a record and a map at once", "Put the map into a separate field.");
    }
  },
};
