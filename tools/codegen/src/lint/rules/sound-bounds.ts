import { step } from "../../load/pointer.js";
import type { SchemaRule } from "../rule.js";

const PAIRS = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
] as const;

export const soundBounds: SchemaRule = {
  id: "sound-bounds",
  kind: "schema",
  holds: "everywhere",
  phase: "structure",
  check(schema, { file, pointer }, report) {
    for (const [low, high] of PAIRS) {
      const from = schema[low];
      const to = schema[high];
      if (typeof from !== "number" || typeof to !== "number" || from <= to) continue;
      report(
        { file, pointer: step(pointer, low) },
        `${low} ${from} is above ${high} ${to}`,
        "Exchange them, or fix one.",
      );
    }
  },
};
