import { listAt } from "../../json.js";
import { childPointer } from "../../pointer.js";
import type { SchemaRule } from "../rule.js";
import { isAnnotation } from "./keywords.js";

/** allOf and oneOf contain only references; oneOf has no other keywords next to it. */
export const composition: SchemaRule = {
  id: "composition",
  kind: "schema",
  scope: "all-specs",
  phase: "structure",
  check(schema, { file, pointer }, report) {
    for (const keyword of ["allOf", "oneOf"]) {
      listAt(schema, keyword).forEach((part, i) => {
        const at = { file, pointer: childPointer(childPointer(pointer, keyword), i) };
        const isPlain =
          typeof part === "object" && part !== null && "$ref" in part && Object.keys(part).length === 1;
        if (!isPlain)
          report(
            at,
            `${keyword} holds a schema that is no plain reference`,
            "Give it a name and refer to it.",
          );
      });
    }
    if (!("oneOf" in schema)) return;
    for (const keyword of Object.keys(schema)) {
      if (keyword === "oneOf" || isAnnotation(keyword)) continue;
      report(
        { file, pointer: childPointer(pointer, keyword) },
        `${keyword} stands next to oneOf`,
        "Move it into each of the alternatives.",
      );
    }
  },
};
