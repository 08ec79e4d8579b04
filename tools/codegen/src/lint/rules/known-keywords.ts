import { childPointer } from "../../pointer.js";
import { mostSimilar } from "../../runtime/similar.js";
import type { SchemaRule } from "../rule.js";
import { KEYWORDS } from "./keywords.js";

/** The replacement for each keyword that tools implement differently. */
const INSTEAD: Readonly<Record<string, string>> = {
  format: "Use a pattern, which all validators check equally.",
  anyOf: "Use oneOf with references to schemas that exclude each other.",
  not: "Define what is allowed instead.",
  if: "Split the schema in two and name both in a oneOf.",
  uniqueItems: "Leave it to the program: uniqueItems on objects crashes validators.",
  discriminator: "Leave it out: message_type says which message it is.",
  exclusiveMinimum: "Use minimum.",
  exclusiveMaximum: "Use maximum.",
  multipleOf: "Use type integer, or leave it to the program.",
  patternProperties: "Use additionalProperties with the schema of the values.",
  prefixItems: "Use an object with named fields.",
  nullable: 'Use type: [string, "null"].',
  $defs: "Put the schema into a separate file and refer to it.",
  definitions: "Put the schema into a separate file and refer to it.",
};

const EXTENSIONS = Object.keys(KEYWORDS).filter((keyword) => keyword.startsWith("x-"));

export const knownKeywords: SchemaRule = {
  id: "known-keywords",
  kind: "schema",
  scope: "all-specs",
  phase: "structure",
  check(schema, { file, pointer }, report) {
    for (const keyword of Object.keys(schema)) {
      if (Object.hasOwn(KEYWORDS, keyword)) continue;
      // Other members with x- have no effect here, so that a misspelled one would be ignored.
      const near = mostSimilar(keyword, EXTENSIONS);
      if (keyword.startsWith("x-") && near === undefined) continue;
      const known = Object.hasOwn(INSTEAD, keyword) ? INSTEAD[keyword] : undefined;
      const fix = keyword.startsWith("x-") ? `Write ${near}, or choose another name.` : known;
      report(
        { file, pointer: childPointer(pointer, keyword) },
        `the keyword ${keyword} is outside of the subset`,
        fix ?? "Leave it out.",
      );
    }
  },
};
