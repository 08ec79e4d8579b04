import type { SchemaRule } from "../rule.js";

export const openEnums: SchemaRule = {
  id: "open-enums",
  kind: "schema",
  scope: "all-specs",
  phase: "structure",
  check(schema, place, report) {
    const isOpen = schema["x-open"];
    if ("enum" in schema && isOpen === undefined) {
      report(
        place,
        "the enum does not say whether a receiver accepts other values",
        "Add x-open: false, or x-open: true.",
      );
    }
    if (!("enum" in schema) && isOpen !== undefined)
      report(place, "x-open without an enum", "Add the enum, or leave x-open out.");
    if (isOpen === true && ![schema.type].flat().includes("string")) {
      report(
        place,
        "an open enum whose members are not text",
        "Only strings can be open: use type string, or x-open: false.",
      );
    }
  },
};
