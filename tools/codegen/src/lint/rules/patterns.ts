import { childPointer } from "../../pointer.js";
import type { SchemaRule } from "../rule.js";

/** A pattern is a regular expression that all implementations interpret equally. */
export const patterns: SchemaRule = {
  id: "patterns",
  kind: "schema",
  scope: "all-specs",
  phase: "structure",
  check(schema, { file, pointer }, report) {
    const { pattern } = schema;
    if (typeof pattern !== "string") return;
    const at = { file, pointer: childPointer(pointer, "pattern") };
    try {
      new RegExp(pattern, "u");
    } catch (error) {
      report(
        at,
        `the pattern cannot be read: ${(error as Error).message}`,
        "Write an ECMAScript regular expression (flag u).",
      );
    }
  },
};
