import { childPointer } from "../../pointer.js";
import type { SchemaRule } from "../rule.js";

const PAIRS = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
] as const;

export const soundBounds: SchemaRule = {
  id: "sound-bounds",
  kind: "schema",
  scope: "all-specs",
  phase: "structure",
  check(schema, { file, pointer }, report) {
    for (const [low, high] of PAIRS) {
      const from = schema[low];
      const to = schema[high];
      if (typeof from !== "number" || typeof to !== "number" || from <= to) continue;
      report(
        { file, pointer: childPointer(pointer, low) },
        `${low} ${from} is above ${high} ${to}`,
        "Exchange them, or fix one.",
      );
    }
  },
};
