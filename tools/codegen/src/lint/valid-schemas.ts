import { Ajv2020 } from "ajv/dist/2020.js";
import type { Fault } from "../fault.js";
import type { Dialect } from "../model/model.js";
import { explain } from "../runtime/explain.js";
import { childPointer } from "../runtime/pointer.js";
import { eachPart, type Schema } from "../schema/schema.js";
import { rawFaults } from "../validate/compiler.js";

/** Keywords whose values mean nothing: `minLength: "3"`, or a pattern that is no regular expression. */
export function invalidSchemas({ types }: Dialect): Fault[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true, messages: false, validateFormats: false });
  const faults: Fault[] = [];
  for (const { file, pointer, schema } of types.values()) {
    if (!ajv.validateSchema(schema)) {
      for (const { pointer: at, message } of explain(rawFaults(ajv.errors ?? []), schema)) {
        const fix = "Write what JSON Schema has for this keyword.";
        faults.push({ file, pointer: pointer + at, cause: message, fix, rule: "schemas" });
      }
    }
    eachPattern(schema, pointer, (text, at) => {
      try {
        new RegExp(text, "u");
      } catch (error) {
        const fix = "Correct the regular expression: ECMAScript, with the flag u.";
        faults.push({ file, pointer: at, cause: (error as Error).message, fix, rule: "schemas" });
      }
    });
  }
  return faults;
}

function eachPattern(schema: Schema, pointer: string, visit: (text: string, pointer: string) => void): void {
  if (typeof schema.pattern === "string") visit(schema.pattern, childPointer(pointer, "pattern"));
  for (const text of Object.keys(schema.patternProperties ?? {})) {
    visit(text, childPointer(pointer, "patternProperties", text));
  }
  eachPart(schema, (part, ...keys) => eachPattern(part, childPointer(pointer, ...keys), visit));
}
