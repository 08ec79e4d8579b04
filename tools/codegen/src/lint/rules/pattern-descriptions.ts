import { childPointer } from "../../pointer.js";
import type { SchemaRule } from "../rule.js";

/** A pattern has a description, which is printed in the report of a refused message. */
export const patternDescriptions: SchemaRule = {
  id: "pattern-descriptions",
  kind: "schema",
  scope: "league-specs",
  phase: "meaning",
  isWarning: true,
  check(schema, { file, pointer }, report) {
    const { pattern, "x-pattern-description": description } = schema;
    if (typeof pattern !== "string" || typeof description === "string") return;
    const at = { file, pointer: childPointer(pointer, "pattern") };
    report(at, "the pattern has no description", "Add `x-pattern-description`.");
  },
};
