import { expect, test } from "vitest";
import { complaints, edited, mini, rowsOf } from "../../test/mini.js";
import { RULES, readData } from "./demands.js";
import { MEANING, STRUCTURE } from "./message-rules.js";
import { TABLES } from "./table-rules.js";

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
  const style = (readData("style.yaml") as unknown as { rule: string }[]).map(({ rule }) => rule);
  const rules = [...style, ...[RULES, STRUCTURE, MEANING, TABLES].flatMap(Object.keys)];
  expect(new Set(cases.map(([rule]) => rule))).toEqual(new Set(["schemas", "openrpc-meta-schema", ...rules]));
});

test("after a structural fault, the rules that depend on the structure do not run", () => {
  const broken = edited("canonical/parity.yaml", "enum: [even, odd]", "enum: [1]");
  expect(complaints(broken)).toEqual(["mini/canonical/parity.yaml#/enum [fitting-values]"]);
});
