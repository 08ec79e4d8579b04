import { childPointer } from "../../pointer.js";
import type { SchemaRule } from "../rule.js";
import { isAnnotation } from "./keywords.js";

export const plainRefs: SchemaRule = {
  id: "plain-refs",
  kind: "schema",
  scope: "all-specs",
  phase: "structure",
  check(schema, { file, pointer }, report) {
    if (!("$ref" in schema)) return;
    for (const keyword of Object.keys(schema)) {
      if (keyword === "$ref" || isAnnotation(keyword)) continue;
      const cause = `${keyword} stands next to $ref, and tools disagree on what that means`;
      report(
        { file, pointer: childPointer(pointer, keyword) },
        cause,
        "Use allOf with the reference, or a separate schema.",
      );
    }
  },
};
