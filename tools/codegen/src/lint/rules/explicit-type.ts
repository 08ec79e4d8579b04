import { objectAt } from "../../json.js";
import type { SchemaRule } from "../rule.js";
import { isAnnotation } from "./keywords.js";

export const explicitType: SchemaRule = {
  id: "explicit-type",
  kind: "schema",
  scope: "all-specs",
  phase: "structure",
  check(schema, place, report) {
    if ("type" in schema || "$ref" in schema || "oneOf" in schema) return;
    const keywords = Object.keys(schema).filter((keyword) => !isAnnotation(keyword));
    // A schema with only annotations allows any value.
    if (keywords.length === 0) return;
    const isObject =
      "allOf" in schema || "required" in schema || Object.keys(objectAt(schema, "properties")).length > 0;
    report(
      place,
      `${keywords.join(", ")} without a type`,
      `Add "type: ${isObject ? "object" : "string"}", or what it is.`,
    );
  },
};
