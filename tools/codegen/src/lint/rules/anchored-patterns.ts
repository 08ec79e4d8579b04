import { childPointer } from "../../pointer.js";
import type { SchemaRule } from "../rule.js";

/** A pattern for a prefix, such as ^https?://, is the only one that needs no end. */
const PREFIX = /^\^[\w:/.?\\-]+$/;

/** A pattern must match the whole text, not a part of it. */
export const anchoredPatterns: SchemaRule = {
  id: "anchored-patterns",
  kind: "schema",
  scope: "league-specs",
  phase: "structure",
  check(schema, { file, pointer }, report) {
    const { pattern } = schema;
    if (
      typeof pattern !== "string" ||
      PREFIX.test(pattern) ||
      (pattern.startsWith("^") && pattern.endsWith("$"))
    )
      return;
    const at = { file, pointer: childPointer(pointer, "pattern") };
    report(at, "the pattern may match a part of the text only", "Begin it with ^ and end it with $.");
  },
};
