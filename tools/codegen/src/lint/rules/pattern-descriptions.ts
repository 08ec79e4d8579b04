import { childPointer } from "../../load/pointer.js";
import type { SchemaRule } from "../rule.js";

/** A pattern of ours has a description in words, for people whose message it refuses. */
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
    report(at, "the pattern has no description", "Say in `x-pattern-description` what it allows.");
  },
};
