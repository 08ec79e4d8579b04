import { expect, test } from "vitest";
import { complaints, edited, mini, rowsOf } from "../../test/mini.js";
import { styleRules } from "./demands.js";
import { MEANING, STRUCTURE, TABLES } from "./lint.js";

/** [rule, what it does, file, replaced text, new text, pointer of the report] */
type Case = [string, string, string, string | RegExp, string, string];
const cases = rowsOf<Case>("lint-cases.yaml");

test("the specification that the cases change has no fault", () => {
  expect(complaints(mini)).toEqual([]);
});

test.each(cases)("%s %s", (rule, _, file, from, to, place) => {
  expect(complaints(edited(file, from, to))).toContain(`mini/${place} [${rule}]`);
});

test("every rule has a case", () => {
  const rules = [...styleRules(), ...STRUCTURE, ...MEANING, ...TABLES].map(([id]) => id);
  expect(new Set(cases.map(([rule]) => rule))).toEqual(new Set(["schemas", "openrpc-meta-schema", ...rules]));
});

test("after a structural fault, the rules that depend on the structure do not run", () => {
  const broken = edited("canonical/parity.yaml", "enum: [even, odd]", "enum: [1]");
  expect(complaints(broken)).toEqual(["mini/canonical/parity.yaml#/enum [fitting-values]"]);
});
