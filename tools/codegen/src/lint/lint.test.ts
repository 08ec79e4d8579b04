import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { complaints, edited, mini } from "../../test/mini.js";
import { rules } from "./rules/index.js";

test("the specification that the rules' tests change has no fault", () => {
  expect(complaints(mini)).toEqual([]);
});

test("every rule has a file with its name", () => {
  const files = readdirSync(new URL("./rules", import.meta.url));
  for (const { id } of rules) expect(files).toContain(`${id}.ts`);
});

test("after a structural fault, the rules that depend on the structure do not run", () => {
  const broken = edited("canonical/parity.yaml", "enum: [even, odd]", "enum: [1]");
  expect(complaints(broken)).toEqual(["mini/canonical/parity.yaml#/enum [fitting-values]"]);
});
