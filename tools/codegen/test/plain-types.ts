import { receivedForm, sentForm } from "../src/model/fields.js";
import type { Dialect } from "../src/model/model.js";
import { isNullable, mainTypes, type Schema } from "../src/schema/schema.js";

/**
 * One interface with a member for each schema: its type, made from the schema of the validators.
 * It shares no code with the emitter of types, so that a comparison finds bugs of both.
 */
export function plainTypes(dialect: Dialect, form: "sent" | "received"): string {
  const members = [...dialect.types].map(([name, { schema }]) => {
    const compiled = form === "sent" ? sentForm(dialect, schema) : receivedForm(schema);
    return `  ${name}: ${typeOf(compiled)};`;
  });
  return `export interface Types {\n${members.join("\n")}\n}\n`;
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return `Types["${schema.$ref}"]`;
  const options = schema.oneOf?.map(typeOf) ?? simpleTypes(schema);
  const bases = schema.allOf?.map(typeOf) ?? [];
  const whole = options.length === 0 ? bases : [...bases, `(${options.join(" | ")})`];
  return whole.length === 0 ? "unknown" : `(${whole.join(" & ")})`;
}

function simpleTypes(schema: Schema): string[] {
  if (schema.const !== undefined) return [JSON.stringify(schema.const)];
  if (schema.enum !== undefined) return schema.enum.map((member) => JSON.stringify(member));
  const types = mainTypes(schema).map((type) => {
    if (type === "array") return `${typeOf(schema.items ?? {})}[]`;
    if (type === "object") return objectType(schema);
    return type === "integer" ? "number" : type;
  });
  return isNullable(schema) ? [...types, "null"] : types;
}

function objectType(schema: Schema): string {
  const required = new Set(schema.required);
  const { properties = {}, additionalProperties: rest } = schema;
  const fields = Object.entries(properties).map(
    ([name, field]) => `${JSON.stringify(name)}${required.has(name) ? "" : "?"}: ${typeOf(field)};`,
  );
  if (fields.length === 0 && schema.allOf === undefined) {
    if (rest === false) return "Record<string, never>";
    return `Record<string, ${typeof rest === "object" ? typeOf(rest) : "unknown"}>`;
  }
  const isOpen = rest === true && schema.properties !== undefined;
  return `{ ${fields.join(" ")} }${isOpen ? " & Record<string, unknown>" : ""}`;
}
