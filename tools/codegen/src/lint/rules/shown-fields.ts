import { isList, isObject, type Json, listAt } from "../../json.js";
import { fieldsOf } from "../../model/fields.js";
import { childPointer } from "../../pointer.js";
import { mainTypes, type Schema } from "../../schema/schema.js";
import type { DialectContext, DialectRule } from "../rule.js";

/** Every field is in an example of its message, because other fields get fewer generated faults. */
export const shownFields: DialectRule = {
  id: "shown-fields",
  kind: "dialect",
  phase: "meaning",
  isWarning: true,
  check(context, report) {
    for (const { name, file, pointer, schema, isMessage } of context.dialect.schemas.values()) {
      if (!isMessage) continue;
      const hidden = hiddenFields(context, schema as Schema, listAt(schema, "examples"), "");
      if (hidden.length === 0) continue;
      const at = { file, pointer: childPointer(pointer, "examples") };
      report(at, `no example of ${name} shows ${hidden.join(", ")}`, "Put it into one of the examples.");
    }
  },
};

/** Pointers of the fields that none of these values has; the content of such a field is not reported again. */
function hiddenFields(
  types: Pick<DialectContext, "types">,
  schema: Schema,
  values: readonly Json[],
  at: string,
): string[] {
  if (schema.$ref !== undefined)
    return hiddenFields(types, types.types.get(schema.$ref)?.schema ?? {}, values, at);
  if (schema.items !== undefined) {
    return hiddenFields(types, schema.items, values.filter(isList).flat(), childPointer(at, 0));
  }
  const objects = values.filter(isObject);
  if (mainTypes(schema)[0] !== "object" || objects.length === 0) return [];
  // The fields of the envelope are in the examples of the messages that need them.
  const own = fieldsOf(types, schema).filter((field) => field.from === null);
  return own.flatMap((field) => {
    const here = childPointer(at, field.name);
    const shown = objects.flatMap((object) => object[field.name] ?? []);
    const present = objects.some((object) => Object.hasOwn(object, field.name));
    return present ? hiddenFields(types, field.schema, shown, here) : [here];
  });
}
