import { stringAt } from "../../json.js";
import { childPointer } from "../../load/pointer.js";
import type { DialectRule } from "../rule.js";

/** Every named schema is described in a sentence, and says which document it is taken from. */
export const descriptions: DialectRule = {
  id: "descriptions",
  kind: "dialect",
  scope: "league-specs",
  phase: "meaning",
  check({ dialect }, report) {
    for (const { file, pointer, schema, name } of dialect.schemas.values()) {
      const description = stringAt(schema, "description")?.trim() ?? "";
      if (description === "")
        report({ file, pointer }, `${name} has no description`, "Say in one sentence what it is.");
      else if (!/[.:!?)…]$/.test(description)) {
        const at = { file, pointer: childPointer(pointer, "description") };
        report(at, "the description is no sentence", "End it with a full stop.");
      }
    }
  },
};
