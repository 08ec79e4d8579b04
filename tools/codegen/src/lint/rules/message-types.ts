import { fieldsOf, messageTypeOf } from "../../model/fields.js";
import { constant } from "../../names.js";
import { childPointer } from "../../pointer.js";
import type { DialectRule } from "../rule.js";

/** The message_type is the title in capitals. Messages without the envelope have x-envelope: false. */
export const messageTypes: DialectRule = {
  id: "message-types",
  kind: "dialect",
  phase: "meaning",
  check({ dialect, types }, report) {
    const bare = new Set(
      [...dialect.methods, ...dialect.routes]
        .filter(({ raw }) => raw["x-envelope"] === false)
        .flatMap(({ request, reply }) => [request, reply]),
    );
    for (const { name, file, pointer, schema, isMessage } of dialect.schemas.values()) {
      if (!isMessage || schema["x-envelope"] === false || bare.has(name)) continue;
      const at = { file, pointer: childPointer(childPointer(pointer, "properties"), "message_type") };
      const type = messageTypeOf({ types }, schema);
      if (type === undefined) {
        const fix = `Add message_type: { type: string, const: ${constant(name)} }, or x-envelope: false to the schema.`;
        report(at, `${name} does not say its message type`, fix);
      } else if (type !== constant(name)) {
        report(at, `${name} calls itself ${type}`, `Write const: ${constant(name)}, or rename the schema.`);
      }
      const known = new Set(fieldsOf({ types }, schema).map((field) => field.name));
      for (const field of ["protocol", "sender", "timestamp", "conversation_id"]) {
        if (!known.has(field))
          report({ file, pointer }, `${name} lacks the envelope's ${field}`, "Add allOf with the envelope.");
      }
    }
  },
};
