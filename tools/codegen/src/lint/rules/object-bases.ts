import { isObject, listAt } from "../../json.js";
import { childPointer } from "../../pointer.js";
import type { DialectRule } from "../rule.js";
import { walk } from "../walk.js";

/** The bases of an object are objects. */
export const objectBases: DialectRule = {
  id: "object-bases",
  kind: "dialect",
  scope: "all-specs",
  phase: "structure",
  check({ dialect }, report) {
    for (const named of dialect.schemas.values()) {
      walk(named.schema, named.pointer, (schema, pointer) => {
        listAt(schema, "allOf").forEach((base, i) => {
          const name = isObject(base) ? String(base.$ref) : "";
          const target = dialect.schemas.get(name);
          if (target === undefined || target.schema.type === "object") return;
          const at = { file: named.file, pointer: childPointer(childPointer(pointer, "allOf"), i) };
          report(
            at,
            `${name} is not an object, so it cannot be a base`,
            "Refer to an object, or use a field.",
          );
        });
      });
    }
  },
};
