import { listAt } from "../../json.js";
import { childPointer } from "../../pointer.js";
import { explain } from "../../runtime/explain.js";
import { faultsIn } from "../../validate/compiler.js";
import type { DialectRule } from "../rule.js";

/** Every message has at least two examples, and each is valid in the sent form. */
export const examples: DialectRule = {
  id: "examples",
  kind: "dialect",
  phase: "meaning",
  check({ dialect, compiler }, report) {
    for (const { name, file, pointer, schema, isMessage } of dialect.schemas.values()) {
      const list = listAt(schema, "examples");
      const at = { file, pointer: childPointer(pointer, "examples") };
      if (isMessage && list.length < 2)
        report(at, `${name} has ${list.length} of at least 2 examples`, "Add whole messages.");
      list.forEach((example, i) => {
        for (const { message, pointer: place } of explain(faultsIn(compiler.sent(name), example), example)) {
          report(
            { file, pointer: childPointer(at.pointer, i) + place },
            `the example is not what we send: ${message}`,
            "Fix the example.",
          );
        }
      });
    }
  },
};
