import { isList, type Json } from "../../json.js";
import { childPointer } from "../../pointer.js";
import type { SchemaRule } from "../rule.js";

/** const and each member of an enum have the type of the schema. */
export const fittingValues: SchemaRule = {
  id: "fitting-values",
  kind: "schema",
  scope: "all-specs",
  phase: "structure",
  check(schema, { file, pointer }, report) {
    const types = [schema.type].flat();
    const members = "const" in schema ? { const: [schema.const] } : { enum: schema.enum };
    for (const [keyword, values] of Object.entries(members)) {
      if (!isList(values)) continue;
      for (const value of values) {
        if (types.some((type) => isOfType(value ?? null, type))) continue;
        const at = { file, pointer: childPointer(pointer, keyword) };
        report(
          at,
          `${JSON.stringify(value)} is not of type ${types.join(" or ")}`,
          "Fix the value or the type.",
        );
      }
    }
  },
};

function isOfType(value: Json, type: unknown): boolean {
  if (value === null) return type === "null";
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
}
