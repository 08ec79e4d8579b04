import { childPointer } from "../../pointer.js";
import type { SchemaRule } from "../rule.js";
import { EXPECTED, KEYWORDS } from "./keywords.js";

export const keywordValues: SchemaRule = {
  id: "keyword-values",
  kind: "schema",
  scope: "all-specs",
  phase: "structure",
  check(schema, { file, pointer }, report) {
    for (const [keyword, value] of Object.entries(schema)) {
      const isValid = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined;
      if (isValid === undefined || isValid(value)) continue;
      const expected = EXPECTED[keyword] ?? "a text that is not empty";
      report(
        { file, pointer: childPointer(pointer, keyword) },
        `${keyword} must be ${expected}`,
        `Write ${expected}.`,
      );
    }
  },
};
