import { listAt } from "../../json.js";
import { fieldsOf } from "../../model/fields.js";
import { childPointer } from "../../pointer.js";
import type { Schema } from "../../schema/schema.js";
import type { DialectRule } from "../rule.js";
import { walk } from "../walk.js";

/** Every required field is declared, here or in a base, and no field is required twice. */
export const declaredRequired: DialectRule = {
  id: "declared-required",
  kind: "dialect",
  scope: "all-specs",
  phase: "meaning",
  check({ dialect, types }, report) {
    for (const named of dialect.schemas.values()) {
      walk(named.schema, named.pointer, (schema, pointer) => {
        const fields = fieldsOf({ types }, schema as Schema);
        const known = new Set(fields.map((field) => field.name));
        for (const keyword of ["required", "x-sent-required"]) {
          for (const name of listAt(schema, keyword)) {
            if (known.has(String(name))) continue;
            const at = { file: named.file, pointer: childPointer(pointer, keyword) };
            report(
              at,
              `${String(name)} is required, but no field is declared under that name`,
              "Declare it, or fix the name.",
            );
          }
        }
        for (const name of listAt(schema, "x-sent-required")) {
          if (!listAt(schema, "required").includes(name)) continue;
          const at = { file: named.file, pointer: childPointer(pointer, "x-sent-required") };
          report(at, `${String(name)} is required anyway`, "Leave it out of x-sent-required.");
        }
      });
    }
  },
};
