import { expect, test } from "vitest";
import { referredType, typeModule } from "../src/emit/modules.js";
import { load } from "../src/load/load.js";
import { receivedForm, sentForm } from "../src/model/fields.js";
import type { Dialect } from "../src/model/model.js";
import { isNullable, mainTypes, type Schema } from "../src/schema/schema.js";
import { typeErrors } from "./compiled.js";
import { real, realOutputs } from "./mini.js";

/** Assignable in both directions and with the same fields, because a missing optional field does not affect assignability. */
const SAME = `
type Keys<T> = T extends string ? never : T extends object ? Extract<keyof T, string> : never;
type Fits<A, B> = [A] extends [B] ? true : false;
type Same<A, B> = Fits<A, B> | Fits<B, A> | Fits<Keys<A>, Keys<B>> | Fits<Keys<B>, Keys<A>>;
`;

test("every emitted type, sent and received, is equal to the type of its validator's schema", () => {
  const { model } = load(real);
  const extra: Record<string, string> = {};
  for (const dialect of model.dialects) {
    const modules = [...new Set([...dialect.types.values()].map((type) => typeModule(dialect, type)))];
    extra[`${dialect.name}-types.ts`] = modules
      .map((module) => `export type * from "./${module}.js";`)
      .join("\n");
    for (const form of dialect.isMain ? (["sent", "received"] as const) : (["received"] as const)) {
      const name = `${dialect.name}-${form}`;
      extra[`${name}.ts`] = plainTypes(dialect, form);
      const comparisons = [...dialect.types.keys()].map((type) => {
        const emitted = referredType(dialect, type, form).text;
        return `export const ${type}: Same<emitted.${emitted}, Types["${type}"]> extends true ? true : "${type} ${form}" = true;`;
      });
      extra[`${name}-same.ts`] = [
        `import type * as emitted from "./${dialect.name}-types.js";`,
        `import type { Types } from "./${name}.js";`,
        SAME,
        ...comparisons,
      ].join("\n");
    }
  }
  // The comparison must fail for a wrong field, and for an additional optional field.
  extra["canonical-sent-same.ts"] += [
    `\nexport const wrong: Same<emitted.GameOver, Types["GameOverAck"]> extends true ? true : "another" = true;`,
    `export const more: Same<emitted.GameOver & { note?: string }, Types["GameOver"]> extends true ? true : "more" = true;`,
  ].join("\n");
  const withTypes = realOutputs((path) =>
    /\/(messages\/|schemas\.ts)|\/(identity|checks|validator|validators|values)\.ts$/.test(path),
  );
  expect(typeErrors(withTypes, extra)).toEqual([
    expect.stringMatching(/^canonical-sent-same\.ts:\d+ Type 'true' is not assignable to type '"another"'/),
    expect.stringMatching(/^canonical-sent-same\.ts:\d+ Type 'true' is not assignable to type '"more"'/),
  ]);
});

/**
 * One interface with a member for each schema: its type, made from the schema of the validators.
 * It shares no code with the emitter of types, so that a comparison finds bugs of both.
 */
function plainTypes(dialect: Dialect, form: "sent" | "received"): string {
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
