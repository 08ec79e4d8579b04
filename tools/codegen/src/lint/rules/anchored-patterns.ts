import { childPointer } from "../../load/pointer.js";
import type { SchemaRule } from "../rule.js";

/** "Begins with these characters", such as ^https?://, is the one thing that needs no end. */
const PREFIX = /^\^[\w:/.?\\-]+$/;

/** A pattern of ours describes the whole text, not some part of it. */
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
