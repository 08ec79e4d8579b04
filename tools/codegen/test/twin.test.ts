import { compile as compileToTypes } from "json-schema-to-typescript";
import { expect, test } from "vitest";
import { sentType } from "../src/emit/modules.js";
import { generate, read } from "../src/generate.js";
import { sentForm } from "../src/model/forms.js";
import type { Dialect } from "../src/model/model.js";
import { typeErrors } from "./compiled.js";
import { real } from "./mini.js";

/**
 * Our types and those that json-schema-to-typescript makes of the same schemas: two programs that know nothing of each other.
 * A type of one must be assignable to its twin in both directions.
 */
async function twins(dialect: Dialect): Promise<string> {
  const definitions = Object.fromEntries(
    [...dialect.types].map(([name, { schema }]) => [
      name,
      { title: name, ...withRefs(sentForm(dialect, schema)) },
    ]),
  );
  return compileToTypes({ title: "All", type: "object", definitions }, "All", {
    additionalProperties: true,
    unreachableDefinitions: true,
    ignoreMinAndMaxItems: true,
    format: false,
    bannerComment: "",
  });
}

function withRefs(value: unknown): object {
  return JSON.parse(
    JSON.stringify(value, (key, member: unknown) =>
      key === "$ref" ? `#/definitions/${String(member)}` : member,
    ),
  ) as object;
}

test("every emitted type means what an independent generator makes of its schema", async () => {
  const { model } = read(real);
  const extra: Record<string, string> = {};
  for (const dialect of model.dialects) {
    extra[`${dialect.name}-twins.ts`] = await twins(dialect);
    const names = [...dialect.types.values()].map((type) => sentType(dialect, type).text);
    extra[`${dialect.name}-same.ts`] = [
      `import type * as ours from "./${dialect.name}/index.js";`,
      `import type * as theirs from "./${dialect.name}-twins.js";`,
      "type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : 'theirs is wider') : 'ours is wider';",
      ...names.map((name) => `export const ${name}: Same<ours.${name}, theirs.${name}> = true;`),
    ].join("\n");
  }
  // The comparison itself must be able to fail.
  extra["canonical-same.ts"] += "\nexport const wrong: Same<ours.GameOver, theirs.GameOverAck> = true;\n";
  expect(typeErrors(generate(real).files, extra)).toEqual([
    expect.stringMatching(/^canonical-same\.ts:\d+ Type 'true' is not assignable to type '"ours is wider"'/),
  ]);
});
