import { stringAt } from "../../json.js";
import { childPointer } from "../../pointer.js";
import type { DialectRule } from "../rule.js";

/** Every named schema has a description, which is a sentence. */
export const descriptions: DialectRule = {
  id: "descriptions",
  kind: "dialect",
  phase: "meaning",
  check({ dialect }, report) {
    for (const { file, pointer, schema, name } of dialect.schemas.values()) {
      const description = stringAt(schema, "description")?.trim() ?? "";
      if (description === "")
        report({ file, pointer }, `${name} has no description`, "Describe it in one sentence.");
      else if (!/[.:!?)…]$/.test(description)) {
        const at = { file, pointer: childPointer(pointer, "description") };
        report(at, "the description is not a sentence", "End it with a full stop.");
      }
    }
  },
};
