import { objectAt } from "../../json.js";
import { childPointer } from "../../pointer.js";
import type { SchemaRule } from "../rule.js";

export const propertyNames: SchemaRule = {
  id: "property-names",
  kind: "schema",
  scope: "all-specs",
  phase: "structure",
  check(schema, { file, pointer }, report) {
    for (const name of Object.keys(objectAt(schema, "properties"))) {
      const at = { file, pointer: childPointer(childPointer(pointer, "properties"), name) };
      if (name in Object.prototype) {
        report(
          at,
          `every JavaScript object has a ${name}, so that a missing field would look present`,
          "Choose another name.",
        );
      } else if (!/^[A-Za-z_$][\w$.-]*$/.test(name)) {
        report(
          at,
          `"${name}" is not a valid field name`,
          "Use letters, digits and underscores, beginning with a letter.",
        );
      }
    }
  },
};
